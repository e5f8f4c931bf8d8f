import { randomUUID } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createMutex } from '../../tools/core/mutex.ts'
import type { Transport } from '../../tools/gateway/plugins/transport.ts'

/** Longest name that a sent file keeps. */
const MOST_NAME = 80

/**
 * Create a transport that writes messages into a folder: for each session `messages.jsonl`, a line a message in the
 * order of their delivery, and the files that went with them below `media/`.
 */
export function createOutbox(folder: string): Transport {
  const mutex = createMutex()
  return {
    deliver: ({ session, text, media }) =>
      mutex(async () => {
        const id = randomUUID()
        const own = join(folder, session)
        await mkdir(join(own, 'media'), { recursive: true, mode: 0o700 })
        const file =
          media && join('media', `${id}-${media.name.replaceAll(/[^\w.-]/g, '_').slice(-MOST_NAME)}`)
        // The file first: a line that is there names one that is there.
        if (media && file) await write(join(own, file), 'wx', media.bytes)
        const line = { id, atMs: Date.now(), text, ...(media ? { media: { file, type: media.type } } : {}) }
        const messages = join(own, 'messages.jsonl')
        const end = (await isCutOff(messages)) ? '\n' : ''
        await write(messages, 'a', `${end}${JSON.stringify(line)}\n`)
        return { id }
      }),
  }
}

/** Whether a crash, or a disk that was full, left a line without its end: the next one would be lost with it. */
async function isCutOff(path: string): Promise<boolean> {
  await using file = await open(path, 'a+', 0o600)
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() !== '\n'
}

async function write(path: string, flags: 'a' | 'wx', content: string | Uint8Array): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
