import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import {
  GATEWAY_VARIABLES,
  type Gateway,
  type GatewayEvent,
  startGateway,
} from '../../tools/gateway/gateway.ts'
import { createSendMedia } from '../../tools/gateway/plugins/send-media.ts'
import { createSendMessage } from '../../tools/gateway/plugins/send-message.ts'
import type { GatewayFile } from './gateway-file.ts'
import { loadPlugins } from './load-plugins.ts'
import { createMediaFiles } from './media-files.ts'
import { createOutbox } from './outbox.ts'
import { serveHttp } from './serve-http.ts'
import { startAgent } from './start-agent.ts'
import { takeStateFolder } from './state-folder.ts'
import { tryExtension } from './try-extension.ts'

const CLIENT = fileURLToPath(new URL('bridge-client.ts', import.meta.url))

/**
 * Take the gateway's token out of the environment: agents do not inherit it. What the process was started with stays in
 * `/proc/<pid>/environ`, for its user to read: plugins, and agents that run as the same user.
 */
export function takeToken(): string {
  const token = process.env[GATEWAY_VARIABLES.token] ?? ''
  delete process.env[GATEWAY_VARIABLES.token]
  return token
}

/**
 * Run the gateway that a file describes, on this machine's network, files and processes.
 *
 * @param signal - asks a gateway that is not up yet to listen no more and to start no agent
 * @throws Error that names what is wrong with a plugin, a folder, the address or an agent; any, once the signal is aborted
 */
export async function runGateway(
  file: GatewayFile,
  token: string,
  onEvent: (event: GatewayEvent) => void,
  signal: AbortSignal,
): Promise<Gateway> {
  const transport = createOutbox(file.outboxFolder)
  const media = createMediaFiles(file.media.folders)
  const state = takeStateFolder(file.stateFolder)
  try {
    const gateway = await startGateway({
      ...{ token, startId: randomUUID(), limits: file.limits, clock: { setTimer: setRealTimer }, onEvent },
      sessions: file.sessions.map(({ key, command, isBridged }) => ({
        ...{ key, isBridged },
        hasAgent: command !== undefined,
      })),
      plugins: new Map([
        ['send-message', createSendMessage(transport)],
        ['send-media', createSendMedia(transport, media, file.media)],
        ...(await loadPlugins(file.plugins, file.limits.callMs)),
      ]),
      bridge: { ...file.bridge, files: state.files, imports: { client: CLIENT }, dryRun: tryExtension },
      async listen(service) {
        signal.throwIfAborted()
        return serveHttp(service, file.host, file.port)
      },
      async startAgent(start) {
        signal.throwIfAborted()
        const session = file.sessions.find(({ key }) => key === start.session)
        if (session === undefined) throw new Error(`the config has no session ${start.session}`)
        return startAgent(session, start, state.recordAgent)
      },
    })
    return {
      ...gateway,
      async stop() {
        await gateway.stop()
        state.release()
      },
    }
  } catch (cause) {
    state.release()
    throw cause
  }
}
