package import Archives
package import Bitmaps
package import Imaging
import Synchronization
package import System

/// Decodes pictures in workers without privileges, so that a bug in a decoder costs one picture.
///
/// There are as many workers as pictures are decoded at a time; few of them stay for the next pictures.
package final class DecodingWorkers: PictureDecoding {
  /// The most workers that are reused: for the slide on screen and one of its neighbors.
  private static let maxIdle = 2
  /// The least rate in bytes per second at which files are read.
  private static let minimumRate = 1 << 20

  private enum Zygote {
    case running(WorkerZygote)
    /// It is started when it is needed, and again after it has ended.
    case program(CodecsProgram, WorkerZygote?)
  }

  private let zygote: Mutex<Zygote>
  private let idle = Mutex<[WorkerProcess]>([])

  private let gracePeriod: Duration

  /// Workers that a zygote forks.
  ///
  /// - Parameter gracePeriod: how long an answer may take beyond the decoder's own time limit.
  package init(_ zygote: WorkerZygote, gracePeriod: Duration = .seconds(10)) {
    self.zygote = Mutex(.running(zygote))
    self.gracePeriod = gracePeriod
  }

  /// Workers of a program that is started when the first one is needed.
  ///
  /// - Parameter gracePeriod: as above.
  package init(_ program: CodecsProgram, gracePeriod: Duration = .seconds(10)) {
    zygote = Mutex(.program(program, nil))
    self.gracePeriod = gracePeriod
  }

  /// Whether the zygote is installed.
  var canStart: Bool {
    zygote.withLock { zygote in
      switch zygote {
      case .running: true
      case .program(let program, _): program.path != nil
      }
    }
  }

  private func worker(readsArchives: Bool) -> WorkerProcess? {
    zygote.withLock { zygote in
      switch zygote {
      case .running(let running): return running.worker(readsArchives: readsArchives)
      case .program(let program, let running):
        if let worker = running?.worker(readsArchives: readsArchives) { return worker }
        let started = program.start()
        zygote = .program(program, started)
        return started?.worker(readsArchives: readsArchives)
      }
    }
  }

  /// A worker for one picture or archive.
  ///
  /// - Parameter input: what it reads, unless that is a file.
  private func lease(
    _ limits: DecodingLimits, readsArchives: Bool = false, reading input: SharedBuffer? = nil
  ) throws(ImageError) -> WorkerLease {
    let kept = readsArchives ? nil : idle.withLock { $0.popLast() }
    // An idle worker may have been killed, for example when memory ran out.
    guard let worker = kept.flatMap({ $0.hasEnded ? nil : $0 }) ?? worker(readsArchives: readsArchives) else {
      throw .noDecoder
    }
    return WorkerLease(worker, limits: limits, gracePeriod: gracePeriod, input: input) { [weak self] worker in
      if self?.keeps(worker) != true { worker.kill() }
    }
  }

  /// Keeps a worker for the next picture. One that has read an archive could keep the entries that it has sent.
  private func keeps(_ worker: WorkerProcess) -> Bool {
    idle.withLock { idle in
      if worker.readsArchives || idle.count == DecodingWorkers.maxIdle { return false }
      idle.append(worker)
      return true
    }
  }

  package func open(
    streaming file: RegularFile, limits: DecodingLimits
  ) throws(ImageError) -> (any OpenedPicture)? {
    // Without a first byte, reading all of it meets the error again.
    guard EncodedImage.mayStream(file, limits: limits) else { return nil }
    let lease = try lease(limits)
    let answer = try lease.call(
      .open(.streaming, count: file.count, limits: limits, isUpright: false), file: file.descriptor)
    switch answer {
    case .none: return nil
    case .opened(let facts): return WorkerPicture(facts, lease: lease, file: file)
    case .interrupted(let number): throw WorkerPicture.readError(number, in: file)
    default: throw lease.crash()
    }
  }

  package func open(
    whole file: RegularFile, limits: DecodingLimits, isUpright: Bool
  ) throws(OpenError) -> any OpenedPicture {
    file.rewind()
    let (lease, answer): (WorkerLease, WorkerAnswer)
    do throws(ImageError) {
      lease = try self.lease(limits)
      answer = try lease.call(
        .open(.whole, count: file.count, limits: limits, isUpright: isUpright), file: file.descriptor,
        time: .seconds(file.count / DecodingWorkers.minimumRate))
    } catch {
      throw .image(error)
    }
    switch answer {
    case .opened(let facts): return WorkerPicture(facts, lease: lease, file: file)
    case .unreadable(let error): throw .file(error)
    case .interrupted(let number): throw .file(FileError(system: Int32(clamping: number)))
    default: throw .image(lease.crash())
    }
  }

  package func open(
    _ bytes: [UInt8], limits: DecodingLimits, isUpright: Bool
  ) throws(ImageError) -> any OpenedPicture {
    guard !bytes.isEmpty else { throw .empty }
    guard let buffer = SharedBuffer(bytes: bytes.count),
      unsafe bytes.withUnsafeBytes({ unsafe SharedBuffer.write($0, to: buffer.descriptor) })
    else { throw .outOfMemory(format: "picture") }
    let lease = try lease(limits, reading: buffer)
    let request = WorkerRequest.open(.whole, count: bytes.count, limits: limits, isUpright: isUpright)
    guard case .opened(let facts) = try lease.call(request, file: buffer.descriptor) else { throw lease.crash() }
    return WorkerPicture(facts, lease: lease, file: nil)
  }

  package func thumbnail(in file: RegularFile, limits: DecodingLimits) -> (any OpenedPicture)? {
    guard let lease = try? lease(limits) else { return nil }
    let request = WorkerRequest.open(.thumbnail, count: file.count, limits: limits, isUpright: false)
    guard case .opened(let facts) = try? lease.call(request, file: file.descriptor) else { return nil }
    return WorkerPicture(facts, lease: lease, file: nil)
  }

  package func open(archive file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) -> any OpenedArchive {
    let lease: WorkerLease
    do throws(ImageError) {
      lease = try self.lease(DecodingLimits(maxDuration: limits.maxDuration), readsArchives: true)
    } catch {
      throw ArchiveError(error)
    }
    return try WorkerArchive(file, lease, limits: limits)
  }

  package func metadata(of file: RegularFile) -> ImageMetadata {
    let limits = DecodingLimits()
    let request = WorkerRequest.open(.metadata, count: file.count, limits: limits, isUpright: false)
    guard let lease = try? lease(limits),
      case .metadata(let metadata) = try? lease.call(request, file: file.descriptor)
    else { return ImageMetadata() }
    return metadata
  }

  package func scaler(
    of header: NetpbmHeader, profile: [UInt8], isGray: Bool, to region: ScaledRegion, limits: DecodingLimits
  ) throws(ImageError) -> (any ProfiledScaling)? {
    try WorkerScaler(
      try lease(limits), header: header, profile: profile, isGray: isGray, region: region)
  }
}
