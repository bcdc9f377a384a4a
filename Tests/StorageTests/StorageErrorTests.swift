import Glibc
import Storage
import Testing

@Suite struct StorageErrorTests {
    @Test func `an error says what was tried, where, and why`() {
        let error = StorageError.system(operation: "create", path: "/c/x", errno: ENOSPC)
        #expect(error.description == "cannot create /c/x: No space left on device")
        #expect(StorageError.noHome(variable: "HOME", value: nil).description == "HOME is not set")
        #expect(
            StorageError.noHome(variable: "HOME", value: "x").description == "HOME is \"x\": not an absolute path")
        let newer = StorageError.layoutVersion(path: "/c/index.sqlite", found: 9, supported: 1)
        #expect(newer.description.contains("version 9"))
        let database = StorageError.database(operation: "use", path: "/c/i", code: 11, message: "malformed")
        #expect(database.description == "cannot use /c/i: malformed (SQLite 11)")
        let folder = StorageError.notAFile(path: "/c", isDirectory: true)
        #expect(folder.description == "/c is a directory; a file was expected")
        let room = StorageError.noRoom(path: "/c", needed: 10, limit: 5)
        #expect(room.description == "no room for 10 bytes in /c: the limit is 5 bytes")
    }

    @Test func `an error knows its kind, whether the system or SQLite says it`() {
        func system(_ number: Int32) -> StorageError { .system(operation: "", path: "", errno: number) }
        func sqlite(_ code: Int32) -> StorageError { .database(operation: "", path: "", code: code, message: "") }
        for error in [system(ENOSPC), system(EDQUOT), sqlite(13), .noRoom(path: "", needed: 1, limit: 0)] {
            #expect(error.isFull)
        }
        for error in [system(EROFS), sqlite(8), sqlite(8 | 5 << 8)] { #expect(error.isReadOnly) }
        for error in [system(EACCES), system(EPERM), sqlite(3)] { #expect(error.isPermission) }
        for error in [sqlite(11), sqlite(26), sqlite(11 | 1 << 8), sqlite(10 | 2 << 8)] { #expect(error.isDamaged) }
        for error in [sqlite(5), sqlite(6)] { #expect(error.isBusy) }
        let other = system(EIO)
        #expect(!other.isFull && !other.isReadOnly && !other.isPermission && !other.isDamaged && !other.isBusy)
    }
}
