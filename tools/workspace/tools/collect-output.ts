import type { OutputChunk } from '../backend.ts'

/** Keeps the end of what a command writes to one stream. */
class Tail {
  #parts: Uint8Array[] = []
  #size = 0
  #total = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes)
    this.#size += bytes.length
    this.#total += bytes.length
    // Joined now and then, so that each byte is copied a bounded number of times.
    if (this.#size > 2 * this.#most) this.#join()
  }

  #join(): Uint8Array {
    const whole = Buffer.concat(this.#parts)
    const kept = whole.subarray(Math.max(0, whole.length - this.#most))
    this.#parts = [kept]
    this.#size = kept.length
    return kept
  }

  read(): string {
    const kept = this.#join()
    const left = this.#total - kept.length
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept)
    return left === 0 ? text : `[${left} bytes before this are left out]\n${text}`
  }
}

/** What a command wrote, within a limit. */
export interface Output {
  add(chunk: OutputChunk): void
  /** What it wrote to stdout, then to stderr. */
  read(): string
}

/** Collect what a command writes: of each stream the last bytes, half of the limit each. */
export function createOutput(mostBytes: number): Output {
  const most = Math.floor(mostBytes / 2)
  const tails = { stdout: new Tail(most), stderr: new Tail(most) }
  return {
    add: ({ stream, bytes }) => tails[stream].add(bytes),
    read() {
      const stdout = tails.stdout.read()
      const stderr = tails.stderr.read()
      if (stderr === '') return stdout
      const gap = stdout === '' || stdout.endsWith('\n') ? '' : '\n'
      return `${stdout}${gap}[stderr]\n${stderr}`
    },
  }
}
