package import Bitmaps
package import Decks
package import Decoding
import Downloads
package import ExternalDecoders
package import FarSide
package import Imaging
package import System

/// Loads one picture from its source, decoded and scaled. Blocking, and without a cache.
package struct PictureLoader: Sendable {
  /// The maximum number of samples of a picture: half a gigabyte, five times what the finest art needs at 500×200
  /// cells.
  package static let maximumSamples = 1 << 26

  let limits: DecodingLimits
  let decoder: any PictureDecoding
  package let programs: DecoderPrograms
  /// The memory shared by all decoding.
  let budget: DecodeBudget
  /// The entries of archives. Copies of the loader share them.
  let entries: ArchiveEntries
  /// The samples of the picture in the viewer. Copies of the loader share them.
  package let samples: SampleCache
  /// The shared thumbnails; nil to ignore them.
  package var thumbnails: ThumbnailCache?
  /// Whether new thumbnails are stored there.
  package var keepsThumbnails = true
  /// The far sides of ssh; nil if nothing is loaded from there.
  package var far: FarHosts?

  /// A loader with limits, and the programs for formats that `Imaging` does not decode.
  ///
  /// - Parameters:
  ///   - budget: the memory for all concurrent decoding. The default `programs` use it, too.
  ///   - decoder: decodes files, and what the default `programs` write.
  ///   - isolation: how far the default `programs` are isolated.
  ///   - samples: keeps the samples of one picture, which `SampleCache.keep(only:)` sets.
  package init(
    limits: DecodingLimits = DecodingLimits(), programs: DecoderPrograms? = nil, budget: DecodeBudget = DecodeBudget(),
    decoder: any PictureDecoding = InProcessDecoder(), isolation: Isolation = .auto,
    samples: SampleCache = SampleCache()
  ) {
    self.limits = limits
    self.decoder = decoder
    entries = ArchiveEntries(decoder)
    self.budget = budget
    self.samples = samples
    self.programs =
      programs ?? DecoderPrograms(limits: limits, budget: budget, decoder: decoder, isolation: isolation)
  }

  /// Reads, decodes and scales a picture: from the thumbnails that programs share, from samples that are kept, by a codec, or by an external
  /// program.
  ///
  /// - Throws: `LoadError`; `.cancelled` if the task is cancelled.
  package func load(_ key: PictureKey) throws(LoadError) -> LoadedPicture {
    if Task.isCancelled { throw .cancelled }
    samples.removeIfMemoryIsShort()
    if key.isThumbnail {
      if let picture = sharedThumbnail(of: key) { return picture }
      if let failure = recordedFailure(of: key) { throw failure }
    }
    do throws(LoadError) {
      let file: PictureFile
      if let address = key.location.farAddress {
        switch try load(key, from: address) {
        case .picture(let picture): return picture
        case .file(let copy): file = copy
        }
      } else {
        file = try PictureFile(of: key, entries)
      }
      if key.copy?.isPart == true { return try load(partOf: file, key) }
      do throws(LoadError) {
        let opened = try open(file)
        // Again, once another request has decoded the samples.
        while true {
          if let picture = try cachedRegion(key, of: file, opened) { return picture }
          if let picture = try decodePicture(key, of: file, opened) { return picture }
        }
      } catch {
        return try loadByProgram(file, of: key, after: error)
      }
    } catch {
      if key.isThumbnail { recordFailure(of: key, error) }
      throw error
    }
  }

  /// Decodes a picture, or the part of it that the key requests; nil if another request is decoding its samples.
  func decodePicture(
    _ key: PictureKey, of file: PictureFile, _ opened: RegularFile
  ) throws(LoadError) -> LoadedPicture? {
    let page = key.location.pageNumber ?? 1
    let (image, reservation) = try image(in: opened, page: page) { (image: any OpenedPicture) throws(ImageError) in
      try cost(of: image, shape: key.shape)
    }
    defer { withExtendedLifetime(reservation) {} }
    return try decoding(opened) { () throws(ImageError) in
      switch try decodeSamples(of: image, key, of: file, opened, reservation) {
      case .region(let picture): return picture
      case .isUnderWay: return nil
      case .isUnsuitable:
        var picture = try load(image, shape: key.shape, modificationTime: file.modificationTime)
        picture.byteCount = opened.count
        return picture
      }
    }
  }

  /// Decodes and scales a picture in memory.
  ///
  /// - Throws: `LoadError.image`.
  package func load(
    _ bytes: [UInt8], shape: PictureShape, modificationTime: Int? = nil
  ) throws(LoadError) -> LoadedPicture {
    try LoadError.wrapping { () throws(ImageError) in
      let image = try decoder.open(bytes, limits: limits, isUpright: false)
      let reservation = try budget.reserve(image.heldBytes + cost(of: image, shape: shape))
      defer { withExtendedLifetime(reservation) {} }
      return try load(image, shape: shape, modificationTime: modificationTime)
    }
  }

  /// Opens the picture in a file, with memory reserved for the file and its decoding. The file is read into memory
  /// unless it is large and can be streamed.
  ///
  /// - Parameters:
  ///   - page: the picture's number in the file.
  ///   - cost: the bytes that decoding takes, without those of the file.
  ///   - isWanted: whether to keep waiting for memory.
  private func image(
    in file: RegularFile, page: Int = 1, while isWanted: () -> Bool = { !Task.isCancelled },
    cost: (any OpenedPicture) throws(ImageError) -> Int
  ) throws(LoadError) -> (image: any OpenedPicture, reservation: DecodeBudget.Reservation) {
    let streamed = try decoding(file) { () throws(ImageError) -> (any OpenedPicture, Int)? in
      guard let image = try decoder.open(streaming: file, limits: limits)?.page(page) else { return nil }
      return (image, try image.heldBytes + cost(image))
    }
    if let (image, needed) = streamed { return (image, try reserve(needed, while: isWanted)) }
    // The memory for decoding is known only once the file has been read.
    var needed = file.count
    // A file that changes in the meantime may need more each time.
    for _ in 0..<3 {
      let reservation = try reserve(needed, while: isWanted)
      let first: any OpenedPicture
      do throws(OpenError) {
        first = try decoder.open(whole: file, limits: limits, isUpright: false)
      } catch {
        throw LoadError(error)
      }
      let image = try decoding(file) { () throws(ImageError) in try first.page(page) }
      needed = try decoding(file) { () throws(ImageError) in try image.heldBytes + cost(image) }
      // Waiting for more memory while holding some could deadlock. If it is not available at once, the file is read
      // again after all of it has been reserved.
      if reservation.resize(to: needed) { return (image, reservation) }
    }
    throw .image(.needsMemory(needed, limit: budget.limit))
  }

  func open(_ file: PictureFile) throws(LoadError) -> RegularFile {
    try LoadError.wrapping { () throws(FileError) in
      try RegularFile(file.path, limit: limits.maxFileBytes, stamp: file.stamp)
    }
  }

  /// Reserves memory from the budget; blocks until it is available.
  func reserve(_ bytes: Int, while isWanted: () -> Bool) throws(LoadError) -> DecodeBudget.Reservation {
    try LoadError.wrapping { () throws(ImageError) in try budget.reserve(bytes, while: isWanted) }
  }

  /// The bytes that decoding a picture to a shape takes.
  func cost(of image: any OpenedPicture, shape: PictureShape) throws(ImageError) -> Int {
    let plan = try plan(for: image.size, shape: shape)
    return try image.decodingBytes(of: plan.region) + plan.finishedBytes
  }

  /// Runs a body that decodes a file, and prefers the file's read error over the decoder's.
  private func decoding<Result>(
    _ file: RegularFile, _ body: () throws(ImageError) -> Result
  ) throws(LoadError) -> Result {
    do throws(ImageError) {
      return try body()
    } catch {
      // A decoder sees bytes that could not be read as missing.
      throw error == .cancelled ? .cancelled : file.error.map { LoadError($0) } ?? .image(error)
    }
  }

  func load(
    _ image: any ScalablePicture, shape: PictureShape, modificationTime: Int?
  ) throws(ImageError) -> LoadedPicture {
    let plan = try plan(for: image.size, shape: shape)
    let picture = try image.picture(of: plan.region)
    var loaded = LoadedPicture(
      bitmap: plan.finished(picture.bitmap), grid: plan.grid, naturalSize: image.size,
      format: image.format.name,
      modificationTime: modificationTime, metadata: image.metadata,
      animation: image.animation.map { PictureAnimation(plays: $0.loopCount == 0 ? nil : $0.loopCount) },
      defect: picture.defect)
    loaded.part = plan.part
    loaded.rendition = picture.rendition
    return loaded
  }

  /// Opens an animated picture at its first frame.
  ///
  /// - Parameter isWanted: whether to keep waiting for memory.
  /// - Throws: `LoadError` if the picture is not animated or its file has changed.
  func frames(
    of key: PictureKey, natural: PixelSize, while isWanted: () -> Bool = { true }
  ) throws(LoadError) -> any PlayerFrameSource {
    let file = try file(of: key)
    if let video = try videoFrames(file, natural: natural, shape: key.shape, while: isWanted) { return video }
    let opened = try open(file)
    let (image, reservation) = try image(in: opened, while: isWanted) { (image: any OpenedPicture) throws(ImageError) in
      let plan = try plan(for: image.size, shape: key.shape)
      return try image.playingBytes(of: plan.region) + plan.finishedBytes
    }
    return try decoding(opened) { () throws(ImageError) in
      let plan = try plan(for: image.size, shape: key.shape)
      return DecodedFrames(try image.frames(of: plan.region), plan: plan, reservation: reservation)
    }
  }

  /// Decodes the frames of an animated picture in order, as long as `body` returns true.
  package func forEachFrame(
    of key: PictureKey, natural: PixelSize, _ body: (PictureFrame) -> Bool
  ) throws(LoadError) {
    let frames = try frames(of: key, natural: natural)
    while let frame = try frames.next(), body(frame) {}
  }

  func plan(for natural: PixelSize, shape: PictureShape) throws(ImageError) -> PicturePlan {
    let plan = PicturePlan(for: natural, shape: shape)
    try check(plan.samples)
    return plan
  }

  /// Checks the size of the result, since a window may report any size.
  func check(_ samples: PixelSize) throws(ImageError) {
    // No overflow: a grid's sides are at most 65,535, and a place has only a few samples.
    let longest = 65_535
    guard max(samples.width, samples.height) <= longest else { throw .tooLong(samples, limit: longest) }
    guard samples.width * samples.height <= PictureLoader.maximumSamples else {
      throw .tooLarge(samples, limit: PictureLoader.maximumSamples)
    }
  }

  /// Why a location certainly cannot be shown, as far as a file's first bytes tell; nil if it may be a picture.
  package func refusal(of location: Location) -> LoadError? {
    switch location {
    case .url, .entry: return nil
    case .broken(_, let reason): return .broken(reason: reason)
    case .file(let path), .page(let path, _), .input(let path):
      do throws(FileError) {
        let file = try RegularFile(path, limit: .max)
        let head = Array(file.bytes(at: 0, count: PictureSignature.headBytes))
        if let error = file.error { throw error }
        let isPicture = PictureSignature.matches(head, fileExtension: path.fileExtension)
        return isPicture || head.isEmpty ? nil : .image(.notAPicture)
      } catch {
        return LoadError(error)
      }
    }
  }

  /// Writes an archive's entry into a folder.
  ///
  /// - Returns: the new file.
  /// - Throws: `FileError`: the name is taken, or the entry cannot be read.
  package func extract(
    _ picture: ArchivedPicture, to folder: Path, as name: String, _ organizer: FileOrganizer
  ) throws(FileError) -> FileChange.Item {
    do throws(LoadError) {
      let entry = try entries.entry(of: picture)
      defer { withExtendedLifetime(entry) {} }
      return try LoadError.wrapping { () throws(FileError) in
        try organizer.save(
          entry.path, of: Path(picture.shortName), as: name, in: folder, modified: entry.modified)
      }
    } catch {
      if case .file(let error) = error { throw error }
      throw .system(error.description)
    }
  }

  /// Loads a picture on one of the loading threads and calls `body` there, with nil after any failure.
  package func begin(_ key: PictureKey, _ body: @escaping @Sendable (LoadedPicture?) -> Void) -> Task<Void, Never> {
    let threads = LoadingThreads.loading(from: key.location)
    return Task.detached(executorPreference: threads) { body(await threads.loading { try? load(key) }) }
  }
}
