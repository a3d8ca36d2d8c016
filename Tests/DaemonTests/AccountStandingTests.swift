import Control
import SyncEngine
import Testing
import Values

@testable import Daemon

@Suite("How an account stands, of what its scans and its hub say")
struct AccountStandingTests {
    private func standing(
        scans state: SyncState, _ message: String?, _ nextStep: String?, link: StatusBoard.Link
    ) -> LiveStatus.Account {
        var sync = SyncStatus(account: "mum")
        (sync.state, sync.message, sync.nextStep) = (state, message, nextStep)
        return AccountWatcher.standing("mum", sync, link, login: "pocketbell login mum")
    }

    private let asked = StatusBoard.Link(state: .signInNeeded, reason: "It asks.", nextStep: "Run login.")

    @Test("whoever needs the sign-in says why, whatever the other one met before")
    func signIn() {
        let fromLink = standing(scans: .retrying, "It timed out.", "Check the network.", link: asked)
        #expect(fromLink.state == .signInNeeded && fromLink.reason == "It asks." && fromLink.nextStep == "Run login.")
        let fromScans = standing(
            scans: .signInRequired, "It asks scans.", "Run it.",
            link: StatusBoard.Link(state: .waiting, reason: "Gone."))
        #expect(fromScans.state == .signInNeeded)
        #expect(fromScans.reason == "It asks scans." && fromScans.nextStep == "Run it.")
    }

    @Test("a sign-in that is needed has a next step from the first moment")
    func early() {
        let early = standing(scans: .signInRequired, nil, nil, link: StatusBoard.Link())
        #expect(early.state == .signInNeeded && early.nextStep == "pocketbell login mum")
    }

    @Test("what waits says until when; what waits for a person does not")
    func nextTry() {
        let soon = Timestamp(seconds: 9)
        for state in [SyncState.live, .retrying, .signInRequired] {
            let link = StatusBoard.Link(state: .waiting, nextTryAt: soon)
            #expect(standing(scans: state, nil, nil, link: link).nextTryAt == (state == .signInRequired ? nil : soon))
        }
        let asking = StatusBoard.Link(state: .signInNeeded, nextTryAt: soon)
        #expect(standing(scans: .live, nil, nil, link: asking).nextTryAt == nil)
    }

    @Test("else what scans met counts, and of the hub what there is")
    func others() {
        let gone = StatusBoard.Link(state: .waiting, reason: "Gone.", nextStep: "Wait.")
        let scans = standing(scans: .retrying, "It timed out.", nil, link: gone)
        #expect(scans.state == .waiting && scans.reason == "It timed out." && scans.nextStep == nil)
        let link = standing(scans: .live, nil, nil, link: gone)
        #expect(link.state == .waiting && link.reason == "Gone." && link.nextStep == "Wait.")
    }
}
