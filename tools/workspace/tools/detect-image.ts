/** What the first bytes of each kind of image are; undefined for a byte of any value. */
const SIGNATURES: readonly (readonly [mimeType: string, bytes: readonly (number | undefined)[]])[] = [
  // PNG, third edition, 5.2, and the header chunk that has to follow.
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]],
  // ITU T.81: start of image, then a marker.
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  // RIFF, a length, WEBP (RFC 9649).
  [
    'image/webp',
    [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  ],
]

/** How many bytes tell. */
export const SIGNATURE_BYTES = 16

/** Tell by its bytes, whatever its name says, which kind of image a file is; undefined for what is none. */
export const detectImage = (bytes: Uint8Array): string | undefined =>
  SIGNATURES.find(([, signature]) =>
    signature.every((byte, index) => (byte === undefined ? index < bytes.length : bytes[index] === byte)),
  )?.[0]
