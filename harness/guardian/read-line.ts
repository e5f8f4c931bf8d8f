import type { Readable } from 'node:stream'

/** Longest line that either side reads. */
const MAX_LINE_BYTES = 1_048_576

const NEWLINE = 10

/**
 * Wait for the first whole line of a stream; what follows it is not read.
 *
 * Rejects when the stream ends before, fails, or says more than a megabyte without a line.
 */
export function readLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    stream.on('data', (chunk: Buffer) => {
      const end = chunk.indexOf(NEWLINE)
      bytes += chunk.length
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end))
      if (bytes > MAX_LINE_BYTES) reject(new Error(`more than ${MAX_LINE_BYTES} bytes without a line`))
      else if (end >= 0) resolve(Buffer.concat(chunks).toString())
    })
    stream.on('error', reject)
    stream.on('close', () => reject(new Error('closed before a whole line')))
  })
}
