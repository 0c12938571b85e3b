import Archives
import Bitmaps
import Imaging
package import System

/// What a worker does: decodes the files that it is sent, one after the other, until its socket is closed.
package struct DecodingWorker {
  /// What has been opened.
  private enum State {
    case nothing
    case picture(any OpenedPicture)
    case frames(any FrameSource)
    case samples(any DecodedSamples)
    case rows(NetpbmHeader, ProfiledScaler)
    case archive(ServedArchive)
  }

  private let decoder: InProcessDecoder
  private var state = State.nothing
  /// The open file, for its read errors.
  private var file: RegularFile?

  /// Serves a socket until it is closed.
  package static let body: WorkerZygote.Body = { DecodingWorker.serve($0, by: InProcessDecoder()) }

  /// Serves a socket until it is closed, with a decoder.
  package static func serve(_ socket: Int32, by decoder: InProcessDecoder) {
    var worker = DecodingWorker(decoder)
    worker.serve(MessageSocket(socket))
  }

  /// Opens the libraries that some files need.
  package static let preparation: WorkerZygote.Preparation = { readsArchives in
    unsafe WebPThread.use(launch: WorkerZygote.help, wait: WorkerZygote.waitForHelp)
    if readsArchives != 0 { ArchiveSession.openLibrary() }
  }

  init(_ decoder: InProcessDecoder = InProcessDecoder()) { self.decoder = decoder }

  private mutating func serve(_ socket: MessageSocket) {
    while case .message(let message) = socket.receive(takesFile: true) {
      guard let request = try? WorkerRequest(message.bytes) else { return }
      if case .close = request {
        (state, file) = (.nothing, nil)
        continue
      }
      guard socket.send(answer(request, file: message.descriptor).message) else { return }
    }
  }

  mutating func answer(_ request: WorkerRequest, file received: Int32?) -> WorkerAnswer {
    if case .open(let mode, let count, let limits, let isUpright) = request {
      guard let received else { return .none }
      let file = RegularFile(received: received, count: count)
      (self.file, state) = (file, .nothing)
      if let answer = DecodingWorker.fault(in: file) { return answer }
      return open(file, mode, limits: limits, isUpright: isUpright)
    }
    if case .openRows(let header, let isGray, let profileBytes, let region) = request, let received {
      let file = RegularFile(received: received, count: profileBytes)
      state = .nothing
      if let answer = DecodingWorker.fault(in: file) { return answer }
      let profile = Array(file.bytes(at: 0, count: profileBytes))
      guard let scaler = ProfiledScaler(header, profile: profile, isGray: isGray, region: region) else { return .none }
      state = .rows(header, scaler)
      return .done
    }
    if case .openArchive(let count, let limits) = request {
      guard let received else { return .none }
      return open(archive: RegularFile(received: received, count: count), limits: limits)
    }
    let output = received.map(ReceivedBuffer.init)
    if case .archive(let archive) = state { return archive.answer(request, into: output) }
    do throws(ImageError) {
      return try answer(request, into: output)
    } catch {
      if let number = file?.errorNumber, number != 0 { return .interrupted(Int(number)) }
      return .failed(error)
    }
  }

  /// The answer of a decoder under test that misbehaves; nil to decode the file.
  private static func fault(in file: RegularFile) -> WorkerAnswer? {
    #if DECODER_FAULTS
      return DecoderFault(in: file)?.trigger()
    #else
      return nil
    #endif
  }

  private mutating func open(
    _ file: RegularFile, _ mode: WorkerRequest.Mode, limits: DecodingLimits, isUpright: Bool
  ) -> WorkerAnswer {
    do throws(OpenError) {
      switch mode {
      case .streaming:
        do throws(ImageError) {
          guard let picture = try decoder.open(streaming: file, limits: limits) else { return .none }
          return opened(picture)
        } catch {
          throw .image(error)
        }
      case .whole: return opened(try decoder.open(whole: file, limits: limits, isUpright: isUpright))
      case .thumbnail:
        guard let thumbnail = decoder.thumbnail(in: file, limits: limits) else { return .none }
        return opened(thumbnail)
      case .metadata: return .metadata(decoder.metadata(of: file))
      }
    } catch {
      if file.errorNumber != 0 { return .interrupted(Int(file.errorNumber)) }
      switch error {
      case .file(let error): return .unreadable(error)
      case .image(let error): return .failed(error)
      }
    }
  }

  private mutating func open(archive file: RegularFile, limits: ArchiveLimits) -> WorkerAnswer {
    (self.file, state) = (file, .nothing)
    if let answer = DecodingWorker.fault(in: file) { return answer }
    do throws(ArchiveError) {
      let archive = try ServedArchive(file, limits: limits)
      state = .archive(archive)
      return .archive(isRandomAccess: archive.isRandomAccess)
    } catch {
      return .archiveFailed(error)
    }
  }

  private mutating func opened(_ picture: any OpenedPicture) -> WorkerAnswer {
    state = .picture(picture)
    return .opened(
      WorkerAnswer.Facts(
        size: picture.size, format: picture.format, metadata: picture.metadata, animation: picture.animation,
        pageCount: picture.pageCount, heldBytes: picture.heldBytes))
  }

  /// The answer to a request about what is open; `none` if it does not fit that.
  private mutating func answer(
    _ request: WorkerRequest, into output: ReceivedBuffer?
  ) throws(ImageError) -> WorkerAnswer {
    switch (state, request) {
    case (.picture(let picture), .measure(let purpose, let region)):
      switch purpose {
      case .picture: return .bytes(try picture.decodingBytes(of: region))
      case .frames: return .bytes(try picture.playingBytes(of: region))
      case .samples: return try picture.sampleDecode(for: region).map { .bytes($0.decodingBytes) } ?? .none
      }
    case (.picture(let picture), .page(let number)): return opened(try picture.page(number))
    case (.picture(let picture), .decode(let region)):
      return written(try picture.picture(of: region), to: output)
    case (.picture(let picture), .play(let region)):
      state = .frames(try picture.frames(of: region))
      return .done
    case (.frames(let frames), .nextFrame):
      guard let frame = try frames.next() else { return .done }
      guard output?.write(frame.bitmap) == true else { return .none }
      return .frame(isOpaque: frame.bitmap.isOpaque, delay: Int(frame.delay / .nanoseconds(1)))
    case (.frames(let frames), .rewind):
      try frames.rewind()
      return .done
    case (.picture(let picture), .decodeSamples(let region)):
      guard let decode = try picture.sampleDecode(for: region) else { return .none }
      let samples = try decode.run { true }
      state = .samples(samples)
      return .bytes(samples.byteCount)
    case (.samples(let samples), .scaleSamples(let region)):
      return written(try samples.picture(of: region), to: output)
    case (.rows(let header, var scaler), .pushRows(let count)):
      // The only reference, so that nothing is copied.
      state = .nothing
      var row = [UInt8](repeating: 0, count: header.rowBytes)
      for number in 0..<count {
        guard output?.read(into: &row, at: number * header.rowBytes) == true else { return .none }
        scaler.push(row)
      }
      state = .rows(header, scaler)
      return .done
    case (.rows(_, let scaler), .finishRows):
      state = .nothing
      return written(DecodedPicture(scaler.finish()), to: output)
    default: return .none
    }
  }

  private func written(_ picture: DecodedPicture, to output: ReceivedBuffer?) -> WorkerAnswer {
    guard output?.write(picture.bitmap) == true else { return .none }
    return .bitmap(isOpaque: picture.bitmap.isOpaque, picture.defect, picture.rendition)
  }
}

/// The buffer for a bitmap, with rows, or for an archive's entries; closed after use.
final class ReceivedBuffer {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { SharedBuffer.close(descriptor) }

  func write(_ bitmap: Bitmap) -> Bool {
    unsafe bitmap.pixels.withUnsafeBytes { unsafe write($0) }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) -> Bool {
    unsafe SharedBuffer.write(bytes, to: descriptor, at: offset)
  }

  func read(into bytes: inout [UInt8], at offset: Int) -> Bool {
    unsafe bytes.withUnsafeMutableBytes { unsafe SharedBuffer.read(into: $0, from: descriptor, at: offset) }
  }
}
