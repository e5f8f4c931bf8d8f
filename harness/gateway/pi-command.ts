import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Of what is installed as a package, packages lie beside it. */
const PI = dirname(findPackageJSON('@earendil-works/pi-coding-agent', import.meta.url) ?? '')

/** Tells what its context holds, whatever it is asked. */
const PROVIDER = fileURLToPath(new URL('../pi/telling-provider.ts', import.meta.url))

/** What starts `pi --mode rpc` with the model that tells what it sees, and nothing of this machine's user. */
export const PI_COMMAND: readonly string[] = [
  ...[process.execPath, join(PI, 'dist/bundle/cli.js'), '--mode', 'rpc'],
  ...['--offline', '--no-context-files', '--no-session', '--no-extensions', '--no-skills'],
  ...['--no-prompt-templates', '--no-themes', '--no-builtin-tools'],
  ...['--provider', 'telling', '--model', 't1', '--extension', PROVIDER],
]

/** The environment in which pi leaves the user's own folder alone. */
export const piEnvironment = (home: string): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  PI_CODING_AGENT_DIR: join(home, 'agent'),
  PI_OFFLINE: '1',
  PI_TELEMETRY: '0',
  NODE_COMPILE_CACHE: pathOf('.assay/compile-cache'),
  NODE_COMPILE_CACHE_PORTABLE: '1',
})
