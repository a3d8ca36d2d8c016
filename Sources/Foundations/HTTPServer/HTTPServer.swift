// Filled by the split of Sockets.
