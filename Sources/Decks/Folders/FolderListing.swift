/// A folder still to be listed: its path relative to the root, either empty or with a trailing slash.
struct Subfolder: Equatable, Sendable {
  let relative: [UInt8]
  let depth: Int
}

/// What a scan has found in one folder or several.
struct FolderListing: Sendable {
  /// The pictures, relative to the root.
  private(set) var names = NameList()
  /// Whether a picture was left out because there was no room for it.
  private(set) var isFull = false
  var folders: [Subfolder] = []
  /// Folders found through links.
  var linkedFolders: [Subfolder] = []

  /// Adds a picture, if there is room for it.
  mutating func add(_ folder: [UInt8], _ name: UnsafeBufferPointer<UInt8>) {
    isFull = names.count >= FolderScan.maximumCount || !names.hasRoom(for: folder.count + name.count)
    guard !isFull else { return }
    unsafe names.append(folder, name)
  }
}
