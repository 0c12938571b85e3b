// libraw reads files that are neither named nor in memory only through a class.
#include "libraw_access.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

namespace {

// A file that functions of the caller read, through a buffer: libraw reads numbers one by one.
class Stream final : public LibRaw_abstract_datastream {
  void *file;
  size_t count;
  tui_raw_read source;
  size_t position = 0;
  size_t start = 0, filled = 0;
  unsigned char buffer[16384];

  // The number of bytes from the position on that are in the buffer, which is filled if there are none.
  size_t available() {
    if (position < start || position >= start + filled) {
      start = position;
      filled = position < count ? source(file, position, buffer, std::min(sizeof buffer, count - position)) : 0;
    }
    return start + filled - position;
  }

public:
  Stream(void *file, size_t count, tui_raw_read source) : file(file), count(count), source(source) {}

  int valid() override { return 1; }
  INT64 size() override { return (INT64)count; }
  INT64 tell() override { return (INT64)position; }
  int eof() override { return position >= count; }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winconsistent-missing-override"
  // Versions from 0.21 on lack it.
  void *make_jas_stream() { return nullptr; }
#pragma clang diagnostic pop

  int seek(INT64 offset, int whence) override {
    INT64 base = whence == SEEK_CUR ? (INT64)position : whence == SEEK_END ? (INT64)count : 0;
    INT64 target = 0;
    if (__builtin_add_overflow(base, offset, &target)) target = offset < 0 ? 0 : (INT64)count;
    position = (size_t)std::clamp<INT64>(target, 0, (INT64)count);
    return 0;
  }

  int read(void *memory, size_t size, size_t number) override {
    size_t wanted = 0, done = 0;
    if (!size || __builtin_mul_overflow(size, number, &wanted)) return 0;
    wanted = std::min(wanted, count - position);
    while (done < wanted) {
      unsigned char *target = (unsigned char *)memory + done;
      size_t got = 0;
      // Large pieces are not copied twice.
      if (wanted - done >= sizeof buffer) {
        got = source(file, position, target, wanted - done);
      } else {
        got = std::min(available(), wanted - done);
        std::memcpy(target, buffer + (position - start), got);
      }
      if (!got) break;
      position += got;
      done += got;
    }
    return (int)(done / size);
  }

  int get_char() override { return available() ? buffer[position++ - start] : -1; }

  char *gets(char *text, int size) override {
    if (size < 1 || !available()) return nullptr;
    int length = 0;
    while (length < size - 1) {
      int next = get_char();
      if (next < 0) break;
      text[length++] = (char)next;
      if (next == '\n') break;
    }
    text[length] = 0;
    return text;
  }

  // Reads a number, and goes to the blank behind it.
  int scanf_one(const char *format, void *value) override {
    char word[25];
    size_t length = 0;
    size_t begin = position;
    while (length < sizeof word - 1) {
      int next = get_char();
      if (next < 0) break;
      word[length++] = (char)next;
      if (length > 1 && std::strchr(" \t\n", next)) break;
    }
    word[length] = 0;
    position = begin + (length ? length - 1 : 0);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    return std::sscanf(word, format, value);
#pragma clang diagnostic pop
  }
};

// The directories are protected, and versions before 0.21 list the previews nowhere else.
struct Directories : LibRaw {
  static const tiff_ifd_t &at(LibRaw *raw, int index) { return (raw->*&Directories::tiff_ifd)[index]; }
};

} // namespace

struct tui_raw {
  libraw_data_t *data;
  Stream stream;
  int is_damaged;
};

tui_raw *tui_raw_open(void *file, size_t size, tui_raw_read read, int *error) {
  libraw_data_t *data = libraw_init(0);
  if (!data) return nullptr;
  tui_raw *raw = new (std::nothrow) tui_raw{data, Stream(file, size, read), 0};
  if (!raw) {
    libraw_close(data);
    return nullptr;
  }
  // The type of the offset differs between versions.
  libraw_set_dataerror_handler(data, [](void *damaged, const char *, auto) { ((tui_raw *)damaged)->is_damaged = 1; }, raw);
  *error = ((LibRaw *)data->parent_class)->open_datastream(&raw->stream);
  return raw;
}

void tui_raw_close(tui_raw *raw) {
  libraw_close(raw->data);
  delete raw;
}

int tui_raw_is_damaged(const tui_raw *raw) { return raw->is_damaged; }
int tui_raw_width(const tui_raw *raw) { return raw->data->sizes.width; }
int tui_raw_height(const tui_raw *raw) { return raw->data->sizes.height; }
double tui_raw_pixel_aspect(const tui_raw *raw) { return raw->data->sizes.pixel_aspect; }
int tui_raw_flip(const tui_raw *raw) { return raw->data->sizes.flip & 7; }

int tui_raw_directory_count(tui_raw *raw) {
  unsigned count = ((LibRaw *)raw->data->parent_class)->get_internal_data_pointer()->identify_data.tiff_nifds;
  return (int)std::min<unsigned>(count, LIBRAW_IFD_MAXCOUNT);
}

struct tui_raw_directory tui_raw_directory(tui_raw *raw, int index) {
  const tiff_ifd_t &found = Directories::at((LibRaw *)raw->data->parent_class, index);
  return {(size_t)std::max<INT64>(found.offset, 0), (size_t)std::max<INT64>(found.bytes, 0), found.t_width, found.t_height};
}

size_t tui_raw_preview_offset(const tui_raw *raw) {
  INT64 offset = ((LibRaw *)raw->data->parent_class)->get_internal_data_pointer()->internal_data.toffset;
  return offset > 0 ? (size_t)offset : 0;
}

size_t tui_raw_preview_bytes(const tui_raw *raw) { return raw->data->thumbnail.tlength; }

int tui_raw_unpack_preview(tui_raw *raw) { return libraw_unpack_thumb(raw->data); }

struct tui_raw_preview tui_raw_preview(const tui_raw *raw) {
  const libraw_thumbnail_t *found = &raw->data->thumbnail;
  return {found->tformat, found->twidth, found->theight, found->tcolors, found->thumb, found->thumb ? found->tlength : 0};
}

libraw_processed_image_t *tui_raw_develop(tui_raw *raw, progress_callback proceeds, void *argument, int *error) {
  libraw_data_t *data = raw->data;
  libraw_set_progress_handler(data, proceeds, argument);
  data->params.half_size = 1;
  data->params.use_camera_wb = 1;
  data->params.user_flip = 0;
  data->params.output_bps = 16;
  data->params.gamm[0] = 1 / 2.4;
  data->params.gamm[1] = 12.92;
  *error = libraw_unpack(data);
  if (!*error) *error = libraw_dcraw_process(data);
  return *error ? nullptr : libraw_dcraw_make_mem_image(data, error);
}
