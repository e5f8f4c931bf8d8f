import { join } from 'node:path'
import { build } from 'vite'

/** Put the process that is killed into one file: reading the stack's hundreds takes longer than all that it does. */
export async function bundleAgent(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../..'),
    build: { ssr: 'test/durability/agent-process.ts', outDir: folder, target: 'node22', minify: false },
    ssr: { noExternal: true },
  })
  return join(folder, 'agent-process.js')
}
