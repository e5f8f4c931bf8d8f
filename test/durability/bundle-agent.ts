import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { inject } from 'vitest'

/** The process that is killed, in one file, and where Node keeps what it made of it. */
export interface BundledAgent {
  readonly path: string
  readonly compileCache: string
}

let bundled: Promise<BundledAgent> | undefined

/**
 * Put the process that is killed into one file: reading the stack's hundreds takes longer than all that it does. Test
 * files that run in one process share it.
 */
export function bundleAgent(): Promise<BundledAgent> {
  bundled ??= bundle(mkdtempSync(join(inject('scratch'), 'agent-')))
  return bundled
}

async function bundle(folder: string): Promise<BundledAgent> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../..'),
    build: { ssr: 'test/durability/agent-process.ts', outDir: folder, target: 'node22', minify: false },
    ssr: { noExternal: true },
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return { path: join(folder, 'agent-process.js'), compileCache: join(folder, 'compile-cache') }
}
