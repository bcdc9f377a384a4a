// Foundation, as every framework of an iPhone brings it along, with what has to behave otherwise here in its place.
//
// A name declared in this module wins over Foundation's in a file that imports only the modules beside it; a file that
// also says `import Foundation` finds the name twice, and has to write `AppFoundation.UserDefaults`.
@_exported public import Foundation
@_exported public import FoundationNetworking

/// Foundation's own is another type than `Double`, which SwiftUI's names take here.
public typealias CGFloat = Double
