internal import Foundation
package import SharedDefaults
internal import Storage

/// How a program finds its app groups.
package enum AppGroups {
    /// Where the shared store is, `nil` where the environment names no place; task-local, so that a test has its own.
    @TaskLocal package static var stateDirectory: String? = {
        do {
            return try Directories.resolve(environment: ProcessInfo.processInfo.environment).state
        } catch {
            warn("there is no shared store: \(error)")
            return nil
        }
    }()

    /// Opens the group of a name; `nil` where the name is no group's, which is said on standard error.
    package static func open(_ name: String) -> SharedDefaults? {
        guard let stateDirectory else { return nil }
        do {
            return SharedDefaults(group: try GroupName(name), stateDirectory: stateDirectory)
        } catch {
            warn("\(error)")
            return nil
        }
    }

    /// Says something to whoever reads the program's log: UserDefaults has no way to tell its caller.
    static func warn(_ text: String) {
        FileHandle.standardError.write(Data("photowidget: \(text)\n".utf8))
    }
}
