// Loads a generated extension as an agent would, with a registry that does nothing: `node dry-run.ts FILE`. Writes the
// report as JSON. In a process of its own, since what is tried is not known to be harmless yet.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname } from 'node:path'
import { Compile } from 'typebox/compile'
import type { DryRunReport } from '../../tools/gateway/bridge/tool-bridge.ts'

/** What `pi` itself runs: the same as the package exports, in few files. */
const loadPi = (): Promise<typeof import('@earendil-works/pi-coding-agent')> =>
  import(new URL('bundle/index.js', import.meta.resolve('@earendil-works/pi-coding-agent')).href)

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

async function report(path: string): Promise<DryRunReport> {
  try {
    stripTypeScriptTypes(readFileSync(path, 'utf8'))
  } catch (cause) {
    return { phase: 'syntax', problem: messageOf(cause) }
  }
  try {
    // Loading it takes a while, which only what parses is worth.
    const { discoverAndLoadExtensions } = await loadPi()
    const { extensions, errors } = await discoverAndLoadExtensions([path], dirname(path), '/nonexistent')
    const [failed] = errors
    if (failed) return { phase: 'load', problem: failed.error }
    const tools = extensions.flatMap((extension) => [...extension.tools.values()])
    for (const { definition } of tools) Compile(definition.parameters as never)
    return { tools: tools.map(({ definition }) => definition.name) }
  } catch (cause) {
    return { phase: 'load', problem: messageOf(cause) }
  }
}

process.stdout.write(JSON.stringify(await report(process.argv[2] ?? '')))
