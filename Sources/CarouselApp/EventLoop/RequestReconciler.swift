import Bitmaps
package import Decks
import Dispatch
package import Downloads
import Fetching
import Imaging
package import Pictures
import Rendering
import System
import Terminal

/// The providers of pictures and decks.
package struct Providers {
  let reader: DeckReader
  let store: PictureStore
  let loader: PictureLoader
  let fetcher: Fetcher?
  /// Reads the configuration again, on any thread.
  let configuration: @Sendable () -> ConfigurationUpdate
  /// Moves, copies and renames files.
  let files: FileWork

  /// - Parameters:
  ///   - fetcher: downloads pictures; nil if there is no network.
  ///   - files: moves, copies and renames files.
  ///   - configuration: reads the configuration again, on any thread.
  package init(
    reader: DeckReader, store: PictureStore, loader: PictureLoader, fetcher: Fetcher?,
    files: FileWork = FileWork(trash: nil, home: nil),
    configuration: @escaping @Sendable () -> ConfigurationUpdate = {
      ConfigurationUpdate(options: nil, message: "there is no configuration")
    }
  ) {
    (self.configuration, self.files) = (configuration, files)
    self.reader = reader
    self.store = store
    self.loader = loader
    self.fetcher = fetcher
  }
}

/// Carries out a session's requests and commands, and reports the results.
@MainActor
protocol RequestHandling: AnyObject {
  /// Brings the work under way up to date with the current requests.
  ///
  /// - Parameters:
  ///   - job: the slide to draw ahead; nil if there is none.
  ///   - holds: whether the terminal has a frame of an animation in pixels, by its serial.
  func reconcile(with requests: Requests, drawing job: PrerenderJob?, holding holds: (UInt64) -> Bool)
  /// Performs a task, and reports its result.
  func perform(_ task: BackgroundTask)
  /// Discards the cached pictures of some files, then reports that the files have changed.
  func filesChanged(_ files: Set<Path>, unfinished: Set<Path>)
  /// Reads a picture for the terminal's clipboard or a client, and passes it on, or why that failed.
  func readFiles(
    of key: PictureKey, turned orientation: Orientation, type: String?, limit: Int,
    _ done: @escaping @MainActor (Result<ClipboardPicture, LoadError>) -> Void)
  /// Cancels all work.
  func stop()
}

/// Has providers do the work: it compares the requests with the work under way, starts what is new and cancels what is
/// no longer requested.
@MainActor
final class RequestReconciler: RequestHandling {
  private let providers: Providers
  private let report: @MainActor (SessionEvent) -> Void
  private let prerendered: @MainActor (PrerenderJob, SlideContent) -> Void
  private var pictures: [PictureRequest: PictureStore.Request] = [:]
  private var thumbnails: Set<PictureRequest> = []
  /// What has arrived of a picture, being decoded.
  private var part: (request: PictureRequest, task: Task<Void, Never>)?
  private var downloads: [DownloadRequest] = []
  private let frames: FramePlayer
  /// The pictures being prepared in pixels.
  private var pixels: [PixelRequest: Task<Void, Never>] = [:]
  private var pixelBytes = 0
  private var isPrerendering = false
  /// The last reading that was started. The first one was started before there was a terminal.
  private var reading = Generation.first

  private let readingQueue = DispatchQueue(label: "tui.reading")
  private let thumbnailQueue = DispatchQueue(label: "tui.thumbnails")
  /// For what is done with files, one after the other.
  private let filesQueue = DispatchQueue(label: "tui.files")
  let ahead = DrawingAhead()

  /// - Parameters:
  ///   - report: receives the results of requests, on the main queue.
  ///   - prerendered: receives the slides that were drawn ahead, on the main queue.
  init(
    _ providers: Providers, report: @escaping @MainActor (SessionEvent) -> Void,
    prerendered: @escaping @MainActor (PrerenderJob, SlideContent) -> Void
  ) {
    (self.providers, self.report, self.prerendered) = (providers, report, prerendered)
    frames = FramePlayer(providers.loader, report: report)
  }

  func reconcile(with requests: Requests, drawing job: PrerenderJob?, holding holds: (UInt64) -> Bool) {
    providers.loader.samples.keep(only: requests.viewed)
    reconcile(requests.pictures)
    reconcile(requests.part)
    if requests.downloads != downloads {
      downloads = requests.downloads
      providers.fetcher?.setDemand(downloads)
    }
    if let reading = requests.deck, reading.generation != self.reading { read(reading) }
    ahead.leavesProcessor = !requests.isCalm
    if let job, !isPrerendering { prerender(job) }
    frames.reconcile(with: requests.playback, holding: holds)
    if requests.pixelBytes != pixelBytes {
      pixelBytes = requests.pixelBytes
      providers.store.reserve(pixelBytes)
    }
    prepare(requests.pixels)
  }

  func stop() {
    for load in pictures.values { load.cancel() }
    part?.task.cancel()
    frames.stop()
    for task in pixels.values { task.cancel() }
  }

  // MARK: - Pictures

  private func reconcile(_ requests: PictureRequests) {
    let all = Set(requests.visible + requests.soon)
    for (request, load) in pictures where !all.contains(request) {
      load.cancel()
      pictures[request] = nil
    }
    // Neighbors are loaded after the slides on screen.
    for request in requests.visible.isEmpty ? requests.soon : requests.visible where pictures[request] == nil {
      load(request)
    }
    thumbnails.formIntersection(requests.thumbnails)
    for request in requests.thumbnails where thumbnails.insert(request).inserted { loadThumbnail(request) }
  }

  /// Has what has arrived of a picture decoded. It is not kept: the whole picture follows.
  private func reconcile(_ request: PictureRequest?) {
    guard request != part?.request else { return }
    part?.task.cancel()
    part = request.map { request in
      let task = providers.loader.begin(request.key) { [weak self] picture in
        MainQueue.async { if self?.part?.request == request { self?.report(.part(request, picture)) } }
      }
      return (request, task)
    }
  }

  private func load(_ request: PictureRequest) {
    let reader = providers.reader
    pictures[request] = providers.store.request(request.key) { [weak self] result in
      let served = reader.slides(insteadOf: request.key, result)
      MainQueue.async {
        // The result of a cancelled request may have been on its way already.
        guard let self, self.pictures[request] != nil else { return }
        self.report(.picture(request, reader.answer(result, for: request.key, served: served)))
      }
    }
  }

  /// Reads the thumbnail in a picture's file, off the threads that load the picture itself.
  private func loadThumbnail(_ request: PictureRequest) {
    let loader = providers.loader
    run(on: thumbnailQueue) { .thumbnail(request, loader.thumbnail(of: request.key)) }
  }

  /// Draws a slide ahead, one at a time and off the main queue: fitting a slide may take as long as a frame. At rest, all
  /// processors do.
  private func prerender(_ job: PrerenderJob) {
    isPrerendering = true
    ahead.async { [weak self] in
      let content = job.run()
      MainQueue.async {
        self?.isPrerendering = false
        self?.prerendered(job, content)
      }
    }
  }

  /// Prepares these pictures in pixels; if there are some, others are cancelled.
  private func prepare(_ requests: [PixelRequest]) {
    guard !requests.isEmpty else { return }
    for (request, task) in pixels where !requests.contains(request) {
      task.cancel()
      pixels[request] = nil
    }
    for request in requests where pixels[request] == nil {
      pixels[request] = providers.loader.begin(request.key.picture) { [weak self] picture in
        let encoded = picture.flatMap(request.encoded)
        MainQueue.async {
          guard let self, self.pixels.removeValue(forKey: request) != nil else { return }
          self.report(.pixels(request, encoded))
        }
      }
    }
  }

  // MARK: - Sources

  /// Reads the sources off the main queue.
  private func read(_ reading: DeckReading) {
    self.reading = reading.generation
    // A reading that still waits for a server would delay this one.
    providers.fetcher?.giveUpCalls()
    providers.reader.giveUpListings()
    let reader = providers.reader
    // A dedicated queue: a long scan on a global queue would delay Swift's tasks, which share its threads.
    readingQueue.async { [weak self] in
      let deck = reader.read(
        isForced: reading.isForced, leavingOut: reading.unfinished, renamed: reading.renamed, folder: reading.folder,
        sort: reading.sort, adding: reading.added, choosing: reading.choices
      ).removing(FileWork.missing(reading.removed))
      let update = DeckUpdate(
        deck, isComplete: true, generation: reading.generation, newest: deck.newest(of: reading.followed),
        destination: reading.destination.flatMap { reader.position(ofFirst: $0, in: deck) })
      let isRefused = reading.folder.map { !DeckReader.canList($0) } ?? false
      MainQueue.async {
        self?.report(.deck(update))
        if isRefused { self?.report(.message("the folder cannot be read")) }
      }
    }
  }

  // MARK: - Tasks

  func perform(_ task: BackgroundTask) {
    let files = providers.files
    switch task {
    case .save(let copy, let name):
      run(on: DispatchQueue(label: "tui.saving")) {
        .message(PictureSaver.save(copy, as: name, in: Path(".")))
      }
    case .organize(let task): run(on: filesQueue) { .organized(task, files.perform(task)) }
    case .listFolders(let text):
      run(on: filesQueue) { .folders(files.folders(beginningWith: text), beginningWith: text) }
    case .find(let pasted): run(on: filesQueue) { files.find(pasted) }
    case .adopt(let file): filesChanged([file.absolute], unfinished: [])
    case .forgetPictures: providers.store.removeAll()
    case .clearCaches: clearCaches()
    case .readConfiguration:
      let read = providers.configuration
      // The file may be on a slow disk.
      run(on: DispatchQueue(label: "tui.configuration")) { .configured(read()) }
    }
  }

  /// Does some work on a queue, and reports the event that it returns.
  private func run(on queue: DispatchQueue, _ work: @escaping @Sendable () -> SessionEvent) {
    queue.run(work) { [weak self] in self?.report($0) }
  }

  func filesChanged(_ files: Set<Path>, unfinished: Set<Path>) {
    providers.store.removeAll { $0.isRead(from: files) }
    MainQueue.async { [weak self] in self?.report(.sourcesChanged(files: files, unfinished: unfinished)) }
  }

  func readFiles(
    of key: PictureKey, turned orientation: Orientation, type: String?, limit: Int,
    _ done: @escaping @MainActor (Result<ClipboardPicture, LoadError>) -> Void
  ) {
    let loader = providers.loader
    DispatchQueue(label: "tui.copying").run {
      Result { () throws(LoadError) in
        ClipboardPicture(
          try loader.files(of: key, turned: orientation, type: type, limit: limit).map {
            .init(type: $0.type, content: $0.content)
          })
      }
    } then: {
      done($0)
    }
  }

  private func clearCaches() {
    let (fetcher, inMemory) = (providers.fetcher, providers.store.removeAll())
    // Neither the main queue nor the queue that reads decks may wait for a disk.
    run(on: DispatchQueue(label: "tui.clearing")) {
      let onDisk = fetcher?.settings.cache.clear() ?? 0
      return .message("freed \(ByteCount.text(onDisk)) on disk, \(ByteCount.text(inMemory)) in memory")
    }
  }
}
