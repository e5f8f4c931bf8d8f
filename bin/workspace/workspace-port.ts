import type { WorkspaceConfig } from '../../tools/runtime/config/config-schema.ts'
import type { WorkspacePort } from '../../tools/runtime/open-workspace.ts'
import { createLocalBackend } from '../../tools/workspace/backends/local-backend.ts'
import { createSshBackend } from '../../tools/workspace/backends/ssh-backend.ts'
import { createHttpBackend } from '../../tools/workspace/http/http-backend.ts'
import { LOCAL_PORTS } from './local-ports.ts'
import { HTTP_PORTS } from './serve-http.ts'
import { createSshPorts } from './ssh-ports.ts'

/** What the workspace of an agent is opened with. */
export interface WorkspaceSurroundings {
  /** Files of the agent itself, by absolute paths. */
  readonly protects: readonly string[]
  /** Reads a file that the config names. */
  readonly readFile: (path: string) => string
  /** Bearer token of the backend http, and the passphrase of the key of the backend ssh; empty for none. */
  readonly secret: string
}

/** Offer the workspaces of this process. */
export const createWorkspacePort = ({
  protects,
  readFile,
  secret,
}: WorkspaceSurroundings): WorkspacePort => ({
  readFile,
  openBackend(config: WorkspaceConfig) {
    const { backend = 'local', root = '', allow = [] } = config
    if (backend === 'local') return createLocalBackend({ root, allow, protects }, LOCAL_PORTS)
    if (backend === 'http') {
      return createHttpBackend({ name: 'http', url: config.url ?? '', token: secret }, HTTP_PORTS)
    }
    const { host = '', port, user = '', key = '', host_key: hostKey = '' } = config
    const login = {
      host,
      user,
      privateKey: readFile(key),
      ...(port === undefined ? {} : { port }),
      ...(secret === '' ? {} : { passphrase: secret }),
    }
    return createSshBackend({ name: host, root, allow, hostKey }, createSshPorts(login))
  },
})
