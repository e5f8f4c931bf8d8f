import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './paths.ts'

/** Hash the sources of the stack and of the harness: what an interrupted run found holds for these only. */
export function hashCode(): string {
  const hash = createHash('sha256')
  for (const file of globSync('{tools,harness}/**/*.{ts,sol}', { cwd: PROJECT_ROOT }).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(PROJECT_ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex')
}
