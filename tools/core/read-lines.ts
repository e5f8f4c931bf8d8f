const LINE_FEED = 0x0a

/**
 * Read the lines of a stream of UTF-8. They end with LF alone: what Unicode calls a line separator may stand within one. What
 * comes after the last LF is no line. The time that it takes is linear, whatever pieces the stream comes in.
 *
 * @throws RangeError for a line of more than `mostBytes`, as soon as so much of it has come
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let held = new Uint8Array(0)
  let length = 0
  const hold = (bytes: Uint8Array) => {
    const needed = length + bytes.length
    if (needed > mostBytes) throw new RangeError(`a line has more than ${mostBytes} bytes`)
    if (needed > held.length) {
      const grown = new Uint8Array(Math.max(needed, 2 * held.length))
      grown.set(held.subarray(0, length))
      held = grown
    }
    held.set(bytes, length)
    length = needed
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      hold(chunk.subarray(from, at))
      from = at + 1
      const line = decoder.decode(held.subarray(0, length))
      length = 0
      yield line
    }
    hold(chunk.subarray(from))
  }
}
