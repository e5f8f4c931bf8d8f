/** The module is not one that the sandbox takes. */
export class ModuleRejected extends Error {
  override readonly name = 'ModuleRejected'
}

/** Reads a WebAssembly binary; whatever runs over its end is rejected. */
export class ByteReader {
  readonly bytes: Uint8Array
  offset = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length
  }

  /** Read a byte. */
  byte(): number {
    const value = this.bytes[this.offset]
    if (value === undefined) throw new ModuleRejected('it ends too early')
    this.offset += 1
    return value
  }

  /** Read an unsigned LEB128 of at most 32 bits. */
  u32(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const next = this.byte()
      value += (next & 0x7f) * 2 ** shift
      if (next < 0x80) {
        if (value > 0xffff_ffff) break
        return value
      }
    }
    throw new ModuleRejected('a number is too long')
  }

  /** Pass over a LEB128 of at most 64 bits. */
  skipLeb(): void {
    for (let count = 0; count < 10; count += 1) if (this.byte() < 0x80) return
    throw new ModuleRejected('a number is too long')
  }

  /** Take the next bytes, without a copy. */
  take(length: number): Uint8Array {
    if (length > this.bytes.length - this.offset) throw new ModuleRejected('it ends too early')
    this.offset += length
    return this.bytes.subarray(this.offset - length, this.offset)
  }

  /** Read a name. */
  name(): string {
    return new TextDecoder('utf-8', { fatal: true }).decode(this.take(this.u32()))
  }

  /** Read a vector. */
  vector<Item>(read: () => Item): Item[] {
    const count = this.u32()
    const items: Item[] = []
    for (let index = 0; index < count; index += 1) items.push(read())
    return items
  }

  /** Read a byte that has only one permitted value. */
  expect(value: number, what: string): void {
    const found = this.byte()
    if (found !== value) throw new ModuleRejected(`${what} 0x${found.toString(16)} is not supported`)
  }
}
