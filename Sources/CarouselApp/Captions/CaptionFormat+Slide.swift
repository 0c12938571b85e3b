package import Decks
import Imaging
package import Pictures
import Terminal

extension CaptionFormat.Facts {
  /// What is known of a slide, and of its picture once that is there.
  package init(of slide: Slide, number: Int, count: Int, picture: LoadedPicture?) {
    self.init(
      name: SafeText.visible(slide.location.nameBytes), page: slide.location.pageNumber, number: number, count: count,
      size: picture?.naturalSize, modificationTime: picture?.modificationTime, date: picture?.metadata.date,
      description: picture?.metadata.description, caption: slide.caption, defect: picture?.defect)
  }
}
