/// Returns once this is so. It gives other tasks their turn and lets no time pass: for what is under way and tells nobody.
func eventually(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
