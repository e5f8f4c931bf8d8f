import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of the whole run, for what test files share; it goes when the last one has ended. */
    readonly scratch: string
  }
}

/** Give a run of tests its folder; answers what takes it away. */
export default function provideScratch({ provide }: TestProject): () => void {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-test-'))
  provide('scratch', scratch)
  return () => rmSync(scratch, { recursive: true, force: true })
}
