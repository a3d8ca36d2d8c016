import Glibc
import Measuring

// growth-bench [--check] [ROWS ...]: what an event, `status`, a page of transactions and a catch-up cost with so many
// stored transactions (default 1000, 100000 and 1000000; --check: 1000 and 100000, which ends with 1 if the larger one
// costs too much more). GROWTH_BENCH_FOLDER says where the files lie (default /var/tmp).

let words = CommandLine.arguments.dropFirst()
let isCheck = words.contains("--check")
let named = words.compactMap { Int($0) }
let sizes = named.isEmpty ? (isCheck ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]) : named
let results = try await GrowthBench(sizes: sizes, rounds: isCheck ? 5 : 3).run()
for result in results { print(result) }
guard isCheck, let first = results.first, let last = results.last else { exit(0) }
let faults = last.faults(beside: first)
for fault in faults { print("FAIL: \(fault)") }
print(faults.isEmpty ? "growth: costs stay as they are" : "growth: \(faults.count) costs grow with what is stored")
exit(faults.isEmpty ? 0 : 1)
