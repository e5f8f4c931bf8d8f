import { readdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { WorkspaceConfig } from '../../tools/runtime/config/config-schema.ts'
import type { WorkspacePort } from '../../tools/runtime/open-workspace.ts'
import { createLocalBackend } from '../../tools/workspace/backends/local-backend.ts'
import { createSshBackend } from '../../tools/workspace/backends/ssh-backend.ts'
import { createHttpBackend } from '../../tools/workspace/http/http-backend.ts'
import { createHttpPorts } from './http-ports.ts'
import { LOCAL_PORTS } from './local-ports.ts'
import { createSshPorts } from './ssh-ports.ts'

/** What the workspace of an agent is opened with. */
export interface WorkspaceSurroundings {
  /** Files of the agent itself, by absolute paths. */
  readonly protects: readonly string[]
  /** Absolute path of the folder of the user as whom the agent runs. */
  readonly home: string
  /** Absolute path of a file that the config names. */
  readonly place: (path: string) => string
  /** Reads a file that the config names. */
  readonly readFile: (path: string) => string
  /** Bearer token of the backend http, and the passphrase of the key of the backend ssh; empty for none. */
  readonly secret: string
}

/** List the keys by which a user logs in elsewhere, with their folder. */
function listSshKeys(home: string): readonly string[] {
  const folder = join(home, '.ssh')
  try {
    return [folder, ...readdirSync(folder).map((name) => join(folder, name))]
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== 'ENOENT') throw cause
    return [folder]
  }
}

/** Offer the workspaces of this process. */
export const createWorkspacePort = ({
  protects,
  home,
  place,
  readFile,
  secret,
}: WorkspaceSurroundings): WorkspacePort => ({
  readFile,
  listAddresses: () =>
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
  openBackend(config: WorkspaceConfig, admit) {
    const { backend = 'local', root = '', allow = [] } = config
    if (backend === 'local') {
      // Who writes one gives the next session commands of its own.
      const skills = (config.skills ?? []).map(place)
      const own = [...protects, ...listSshKeys(home), ...skills]
      return createLocalBackend({ root, allow, protects: own }, LOCAL_PORTS)
    }
    if (backend === 'http') {
      return createHttpBackend({ name: 'http', url: config.url ?? '', token: secret }, createHttpPorts(admit))
    }
    const { host = '', port, user = '', key = '', host_key: hostKey = '' } = config
    const login = {
      host,
      user,
      privateKey: readFile(key),
      ...(port === undefined ? {} : { port }),
      ...(secret === '' ? {} : { passphrase: secret }),
    }
    return createSshBackend({ name: host, root, allow, hostKey }, createSshPorts(login, admit))
  },
})
