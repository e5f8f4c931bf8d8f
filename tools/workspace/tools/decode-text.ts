const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decode text without changing it; undefined for bytes that are no text: no UTF-8, or with NUL bytes. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
