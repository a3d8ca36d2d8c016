import HTTPClient
import JSON
import Testing
import Values

@testable import AllowanceAPI

@Suite("What an answer means")
struct AnswerMeaningTests {
    private func error(
        _ status: Int, _ body: String = "", location: String? = nil, isWrite: Bool = false
    ) -> AllowanceError {
        AllowanceError(
            status: status, body: Array(body.utf8), retryAfter: .seconds(7), location: location,
            call: .post("/transactions", isWrite: isWrite), place: "https://a")
    }

    @Test(
        "each status has its kind",
        arguments: [
            (300, AllowanceError.Kind.redirected), (307, .redirected), (399, .redirected), (400, .invalidRequest),
            (401, .signInRequired), (402, .invalidRequest), (403, .notPermitted), (404, .unknownRoute),
            (405, .unknownRoute), (408, .unavailable), (409, .conflict), (418, .invalidRequest), (425, .unavailable),
            (429, .tooManyRequests), (499, .invalidRequest), (500, .serverFailed), (501, .serverFailed),
            (502, .unavailable), (503, .unavailable), (504, .unavailable), (505, .serverFailed), (511, .notTheServer),
            (599, .serverFailed), (999, .serverFailed), (101, .invalidRequest),
        ])
    func statuses(_ status: Int, _ kind: AllowanceError.Kind) {
        let error = error(status)
        #expect(error.kind == kind && error.status == status && error.retryAfter == .seconds(7))
        #expect(error.place == "https://a" && error.route == "POST /transactions")
    }

    @Test(
        "a code in the body makes some statuses clearer, and no others",
        arguments: [
            (400, "NO_FAMILY", AllowanceError.Kind.noFamily), (404, "NO_FAMILY", .notFound),
            (401, "INVALID_CREDENTIALS", .wrongCredentials), (403, "INVALID_CREDENTIALS", .notPermitted),
            (400, "OTHER", .invalidRequest), (401, "OTHER", .signInRequired), (404, "NOT_FOUND", .notFound),
        ])
    func codes(_ status: Int, _ code: String, _ kind: AllowanceError.Kind) {
        #expect(error(status, #"{"error":{"code":"\#(code)","message":"m"}}"#).kind == kind)
    }

    @Test("a page in the place of a missing route is not the server's")
    func pages() {
        #expect(error(404, "<html>").kind == .notTheServer && error(404, "gone").kind == .notFound)
        #expect(error(500, "<html>").kind == .serverFailed && error(401, "<html>").kind == .signInRequired)
    }

    @Test(
        "only of a write that a server's failure or silence cut off the outcome is not known",
        arguments: [
            (400, false), (401, false), (408, true), (409, false), (429, false), (499, false), (500, true), (503, true),
        ])
    func uncertain(_ status: Int, _ isUnknown: Bool) {
        #expect(error(status, isWrite: true).outcomeIsUnknown == isUnknown)
        #expect(!error(status).outcomeIsUnknown)
    }

    @Test("a redirection names the place it leads to, without path and query")
    func redirections() {
        let moved = error(302, location: "https://login.example/x?token=s3cret")
        #expect(moved.detail.hasPrefix("to https://login.example") && !moved.description.contains("s3cret"))
        for location in [nil, "", "/relative", "not a url"] { #expect(error(302, location: location).detail == "") }
        #expect(error(404, location: "https://login.example/").detail == "")
    }

    @Test("a success whose body is no answer is a page, cut off, or not understood")
    func bodies() throws {
        func error(_ body: String, isWrite: Bool = false) throws -> AllowanceError {
            let bytes = Array(body.utf8)
            let fault = try #require(throws: JSONError.self) { try JSONValue(parsing: bytes) }
            return AllowanceError(
                fault, body: bytes, status: 200, call: .post("/x", isWrite: isWrite), place: "https://a")
        }
        for page in ["<html>", " \r\n\t<!doctype html>"] {
            #expect(try error(page).kind == .notTheServer && error(page).detail == "")
        }
        #expect(try error("").kind == .truncatedAnswer && error(#"[{"a":1"#).kind == .truncatedAnswer)
        #expect(try error("hello").kind == .unexpectedAnswer && !error("hello").detail.isEmpty)
        #expect(try error("hello", isWrite: true).outcomeIsUnknown && !error("hello").outcomeIsUnknown)
    }

    @Test(
        "every kind says what happened and, where a person can do something, what",
        arguments: AllowanceError.Kind.allCases)
    func words(_ kind: AllowanceError.Kind) {
        let error = AllowanceError(kind, status: 500, place: "https://a", route: "GET /children", detail: "the detail")
        let silent: [AllowanceError.Kind] = [.invalidRequest, .conflict, .cancelled]
        #expect(error.nextStep.isEmpty == silent.contains(kind))
        #expect(error.description == (error.nextStep.isEmpty ? error.message : "\(error.message) \(error.nextStep)"))
        let isOwn = [
            .invalidRequest, .tokenStoreFailed, .tokenStoreFull, .passwordUnreadable, .cancelled, .noFamily,
        ].contains(kind)
        #expect(error.message.contains("https://a") != isOwn)
        let tellsDetail: [AllowanceError.Kind] = [
            .unreachable, .timedOut, .insecure, .notTheServer, .redirected, .unexpectedAnswer, .signInRequired,
            .invalidRequest, .tokenStoreFailed, .tokenStoreFull, .passwordUnreadable, .unknownRoute,
        ]
        #expect(error.message.contains("the detail") == tellsDetail.contains(kind))
        let nowhere = AllowanceError(kind, detail: "d")
        #expect(
            nowhere.message.contains("The server") || nowhere.message.contains("the server") || nowhere.message == "d"
                || nowhere.message.contains("The connection to The server") || isOwn)
        #expect(error.needsSignIn == [.wrongCredentials, .signInRequired].contains(kind))
    }

    @Test("a sign-in names the command that it was told; a password that is written down is corrected there")
    func signIn() {
        for kind in AllowanceError.Kind.allCases {
            let error = AllowanceError(kind, place: "https://a")
            let step = error.nextStep(signingInBy: SignInWay(command: "pocketbell login mum"))
            #expect(step.contains("`pocketbell login mum`") == error.needsSignIn)
            #expect(error.needsSignIn || step == error.nextStep)
            let configured = error.nextStep(
                signingInBy: SignInWay(command: "pocketbell login mum", passwordPlace: "the password in /p"))
            #expect(kind == .wrongCredentials ? configured.hasPrefix("Correct the password in /p") : configured == step)
        }
    }

    @Test("an unreadable password's next step is what to do, and then that nobody has to be told")
    func unreadable() {
        let error = AllowanceError.passwordUnreadable("It is gone.", remedy: "create /p")
        #expect(error.message == "It is gone." && error.nextStep == "create /p; it is read again at each try.")
        // Who has typed a wrong password does not need the command that was just typed.
        #expect(!AllowanceError(.wrongCredentials).nextStep.contains("pocketbell"))
    }

    @Test("a server that breaks off without encryption may want it; one with it does not")
    func wantsEncryption() {
        for kind in AllowanceError.Kind.allCases {
            let suspects = [.connectionLost, .notTheServer, .truncatedAnswer].contains(kind)
            #expect(AllowanceError(kind, place: "http://a").nextStep.contains("https://") == suspects)
            #expect(!AllowanceError(kind, place: "https://a").nextStep.contains("https://"))
        }
    }

    @Test("what the server said is quoted where it helps")
    func quotes() {
        let body = #"{"error":"Not today"}"#
        for status in [400, 403, 409, 500, 503] {
            #expect(error(status, body).message.contains("It says: “Not today”"), "\(status)")
        }
        for status in [401, 429] { #expect(!error(status, body).message.contains("Not today"), "\(status)") }
    }

    @Test("the raw values of the kinds are labels of metrics: they stay")
    func labels() {
        #expect(
            AllowanceError.Kind.allCases.map(\.rawValue) == [
                "unreachable", "timed_out", "connection_lost", "insecure", "not_the_server", "redirected",
                "truncated_answer", "unexpected_answer", "wrong_credentials", "sign_in_required", "not_permitted",
                "no_family", "not_found", "unknown_route", "no_hub", "invalid_request", "conflict",
                "too_many_requests", "server_failed", "unavailable", "token_store_failed", "token_store_full",
                "password_unreadable", "another_person", "cancelled",
            ])
    }
}
