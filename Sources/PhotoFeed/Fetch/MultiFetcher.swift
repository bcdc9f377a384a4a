import CCurl
import FoundationEssentials

/// Gets many addresses at once with libcurl's multi interface, all on the calling thread.
///
/// Rules and limits are those of ``CurlFetcher``. A host gets a few connections; once it has spoken HTTP/2, all jobs share
/// one of them. Not for use by two threads.
public final class MultiFetcher: TransferQueue {
    private struct Job {
        let id: Int
        var request: FetchRequest
        var attempt: FetchAttempt
        let deadline: Duration
        var retries = 0
        /// When a failed one is asked again.
        var notBefore = Duration.zero
    }

    private struct Host {
        var bucket: PaceBucket
        var runningCount = 0
        var multiplexes = false
    }

    private let rules: FetchRules
    private let retry: RetryPolicy
    private let clock: FetchClock
    private let pace: Pace
    private let jobs: Int
    private var multi: CurlMulti?
    private var hosts: [HTTPOrigin: Host] = [:]
    private var running: [ObjectIdentifier: Job] = [:]
    private var resting: [Job] = []
    private var answers: [TransferAnswer] = []
    private var finishedCount = 0

    /// Makes a fetcher of at most `jobs` transfers at once; libcurl is loaded by the first.
    public init(
        userAgent: String, limits: FetchLimits = FetchLimits(), retry: RetryPolicy = RetryPolicy(), jobs: Int = 6,
        pace: Pace = Pace(), network: NetworkSettings = NetworkSettings(), clock: FetchClock
    ) {
        rules = FetchRules(userAgent: userAgent, limits: limits, network: network, now: clock.now)
        self.retry = retry
        self.jobs = jobs
        self.pace = pace
        self.clock = clock
    }

    /// Whether a request would be sent at once; an address that is none has room, as it is answered at once.
    public func hasRoom(for url: String) -> Bool {
        guard let origin = try? HTTPOrigin(url: url) else { return true }
        guard running.count + resting.count < jobs else { return false }
        var host = host(origin)
        guard host.runningCount < (host.multiplexes ? jobs : pace.connectionsPerHost) else { return false }
        return host.bucket.mayAsk(at: clock.uptime())
    }

    /// Starts a transfer; see ``TransferQueue``.
    public func add(_ request: FetchRequest, id: Int) {
        do throws(FetchError) {
            try load(for: request)
            let attempt = try FetchAttempt(request, by: rules)
            start(Job(id: id, request: request, attempt: attempt, deadline: clock.uptime() + rules.limits.whole))
            // Sent now: whoever adds it may have a picture to decode before it asks for the next answer.
            if multi?.run(waiting: .zero) == false { failAll(with: "out of memory") }
        } catch {
            answers.append(TransferAnswer(id: id, result: .failure(error)))
        }
    }

    /// Sends and receives until an answer is whole; see ``TransferQueue``.
    public func next(within time: Duration) -> TransferAnswer? {
        let end = clock.uptime() + time
        var isWaiting = false
        while answers.isEmpty, let multi {
            let now = clock.uptime()
            if isWaiting, now >= end { return nil }
            for job in resting where job.notBefore <= now { start(job) }
            resting.removeAll { $0.notBefore <= now }
            let wake = resting.map(\.notBefore).min().map { min($0, end) } ?? end
            // What was just added is sent before anything is waited for.
            guard multi.run(waiting: isWaiting ? wake - now : .zero) else {
                failAll(with: "out of memory")
                break
            }
            isWaiting = true
            while let (hop, outcome, message) = multi.takeFinished() {
                guard var job = running.removeValue(forKey: ObjectIdentifier(hop.reception)) else { continue }
                hosts[job.attempt.origin]?.runningCount -= 1
                if outcome.multiplexes { hosts[job.attempt.origin]?.multiplexes = true }
                finishedCount += outcome.received
                do throws(FetchError) {
                    if let response = try job.attempt.take(hop, outcome, message: message) {
                        answers.append(TransferAnswer(id: job.id, result: .success(response)))
                    } else {
                        start(job)
                    }
                } catch {
                    finish(job, error)
                }
            }
        }
        return answers.isEmpty ? nil : answers.removeFirst()
    }

    /// The bytes of body received so far.
    public var receivedCount: Int { finishedCount + (multi?.receivedCount ?? 0) }

    /// Gives up what is under way; its connections close.
    public func cancelAll() {
        finishedCount = receivedCount
        multi = nil
        running.removeAll()
        resting.removeAll()
        answers.removeAll()
        for origin in hosts.keys { hosts[origin]?.runningCount = 0 }
    }

    private func load(for request: FetchRequest) throws(FetchError) {
        if multi != nil { return }
        do { try CurlLibrary.load() } catch { throw .noLibrary(url: request.url, reason: error.reason) }
        multi = CurlMulti(connectionsPerHost: pace.connectionsPerHost, trusting: rules.network.certificates)
        if multi == nil { throw .unreachable(url: request.url, reason: "out of memory") }
    }

    private func host(_ origin: HTTPOrigin) -> Host {
        hosts[origin] ?? Host(bucket: PaceBucket(pace, at: clock.uptime()))
    }

    private func start(_ job: Job) {
        do throws(FetchError) {
            let hop = try job.attempt.hop(within: job.deadline - clock.uptime())
            guard let key = multi?.start(hop, userAgent: rules.userAgent) else {
                throw .unreachable(url: job.request.url, reason: "out of memory")
            }
            running[key] = job
            var host = host(job.attempt.origin)
            _ = host.bucket.mayAsk(at: clock.uptime())
            host.bucket.take()
            host.runningCount += 1
            hosts[job.attempt.origin] = host
        } catch {
            answers.append(TransferAnswer(id: job.id, result: .failure(error)))
        }
    }

    /// Lets a failed job rest until its retry, or gives its error as the answer.
    private func finish(_ job: Job, _ error: FetchError) {
        var again = job
        again.request.policy = job.attempt.request.policy
        if again.request.learn(from: error, job.attempt) {
            again.notBefore = clock.uptime()
        } else if job.retries < retry.retries, retry.mayHelp(after: error) {
            again.notBefore = clock.uptime() + retry.delay(beforeRetry: job.retries, random: clock.random())
            again.retries += 1
        } else {
            answers.append(TransferAnswer(id: job.id, result: .failure(error)))
            return
        }
        // The redirects are followed anew; an address that passed before passes again.
        if again.notBefore < job.deadline, let attempt = try? FetchAttempt(again.request, by: rules) {
            again.attempt = attempt
            resting.append(again)
        } else {
            answers.append(TransferAnswer(id: job.id, result: .failure(error)))
        }
    }

    private func failAll(with reason: String) {
        for job in running.values + resting {
            answers.append(
                TransferAnswer(id: job.id, result: .failure(.unreachable(url: job.request.url, reason: reason))))
        }
        let received = answers
        cancelAll()
        answers = received
    }
}
