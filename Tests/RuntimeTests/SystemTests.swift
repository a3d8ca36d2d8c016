import Glibc
import Runtime
import Testing
import Values

@Suite("What the system says and grants")
struct SystemTests {
    @Test("error numbers have words, also unknown ones")
    func messages() {
        #expect(SystemError(ENOENT).description == "No such file or directory")
        #expect(SystemError(99_999).description.contains("99999"))
        #expect(ServiceThreadError(code: EAGAIN).description.contains("limits of processes"))
        #expect(EventDescriptorError(code: EMFILE).description.contains("Too many open files"))
    }

    @Test("the limit of descriptors is raised to what the system grants")
    func descriptors() {
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #expect(DescriptorLimit.raise() == Int(clamping: limits.rlim_max))
        #expect(DescriptorLimit.current == Int(clamping: limits.rlim_max))
    }
}
