import Measuring

// store-bench [--rounds N] [bulk] [commits] [groups] [reads]: the SQLite module beside the same work in plain C.
// STORE_BENCH_FOLDER says where the files lie (default /var/tmp, which is a disk on most machines).

let arguments = Arguments()
let bench = try StoreBench(rounds: arguments.rounds)
if arguments.wants("bulk") { try await bench.bulkInsert() }
if arguments.wants("commits") { try await bench.commits() }
if arguments.wants("groups") { try await bench.groups() }
if arguments.wants("reads") { try await bench.pointReads() }
bench.removeFiles()
