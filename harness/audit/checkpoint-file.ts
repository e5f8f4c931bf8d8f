import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CheckpointSink } from '../../tools/safety/audit/checkpointer.ts'

/** Keep checkpoints in a file of their own, synced with every line. */
export function createCheckpointFile(path: string): CheckpointSink {
  return {
    read: async () => (existsSync(path) ? readFileSync(path, 'latin1') : ''),
    async append(line, length) {
      const isNew = !existsSync(path)
      const file = await open(path, isNew ? 'a' : 'r+')
      try {
        const { size } = await file.stat()
        if (size < length) throw new Error(`it has ${size} bytes, ${length} were written`)
        await file.truncate(length)
        const { bytesWritten } = await file.write(line, length, 'latin1')
        if (bytesWritten < line.length) throw new Error('the line was cut off')
        await file.sync()
      } finally {
        await file.close()
      }
      if (!isNew) return
      // A new file is durable once its folder is.
      const folder = await open(dirname(path), 'r')
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    },
  }
}
