import { catchStrayErrors, type StrayErrors } from '../../../bin/gateway/catch-stray-errors.ts'
import { type GatewayFile, readGatewayFile } from '../../../bin/gateway/gateway-file.ts'
import { findPlugin } from '../../../bin/gateway/load-plugins.ts'
import { runGateway, takeToken } from '../../../bin/gateway/run-gateway.ts'
import { makeVisible } from '../../../reports/text/make-visible.ts'
import { describeCause } from '../../../tools/core/describe-cause.ts'
import type { Gateway, GatewayEvent } from '../../../tools/gateway/gateway.ts'
import { MIN_TOKEN_LENGTH } from '../../../tools/gateway/tokens.ts'
import { HarnessError } from '../../errors.ts'
import { endLasting } from '../interrupted.ts'
import type { CliIo } from '../io.ts'

/** Run the gateway that a config describes, until Ctrl-C: prints where it listens, and logs what happens to stderr. */
export async function gateway(config: string, io: CliIo): Promise<number> {
  const token = takeToken()
  if (token.length < MIN_TOKEN_LENGTH) {
    throw new HarnessError('BAD_USAGE', 'the gateway has no token', {
      where: 'ASSAY_GATEWAY_TOKEN',
      expected: `at least ${MIN_TOKEN_LENGTH} characters`,
      found: `${token.length}`,
      hint: 'set it in the environment, e.g. to what `openssl rand -hex 32` prints',
    })
  }
  let plugins: readonly string[] = []
  const stray = catchStrayErrors((cause) => explainStray(cause, config, plugins))
  try {
    const starting = start(config, token, {
      onFile: (file) => {
        plugins = file.plugins
      },
      onEvent: (event) => io.progress(makeVisible(describe(event))),
      signal: io.signal,
    })
    await serve(await Promise.race([starting, stray.failed]), stray, io)
  } finally {
    stray.release()
  }
  return endLasting(io)
}

/** Serve until Ctrl-C. @throws HarnessError GATEWAY_EXITED */
async function serve(running: Gateway, { failed }: StrayErrors, io: CliIo): Promise<void> {
  try {
    io.print(`gateway  ${running.url}`)
    io.print(`tools    ${running.tools.join(', ')}`)
    io.print(`bridged  ${running.bridged.join(', ') || 'none'}`)
    for (const [session, { pid }] of running.agents) io.print(`agent    ${session}  pid ${pid}`)
    io.progress('Ctrl-C stops the gateway and its agents')
    const interrupted = new Promise<void>((resolve) => {
      if (io.signal.aborted) resolve()
      io.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([interrupted, failed])
  } finally {
    await running.stop()
  }
}

/** What a plugin leaves uncaught says nothing of what else it has left undone: the gateway ends. */
function explainStray(cause: unknown, config: string, plugins: readonly string[]): HarnessError {
  const plugin = findPlugin(cause, plugins)
  return new HarnessError('GATEWAY_EXITED', 'an error that nothing caught has ended the gateway', {
    where: plugin ?? config,
    expected: 'plugins that await what they start, or catch its errors',
    found: makeVisible(describeCause(cause)),
    hint: plugin
      ? 'mend this plugin, then start the gateway again'
      : 'its stack names no plugin; mend the one that starts something without waiting for it',
    cause,
  })
}

/** @throws HarnessError BAD_USAGE; Interrupted, with nothing left to stop */
async function start(
  config: string,
  token: string,
  {
    onFile,
    onEvent,
    signal,
  }: {
    readonly onFile: (file: GatewayFile) => void
    readonly onEvent: (event: GatewayEvent) => void
    readonly signal: AbortSignal
  },
) {
  try {
    const file = readGatewayFile(config)
    onFile(file)
    return await runGateway(file, token, onEvent, signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new HarnessError('BAD_USAGE', 'the gateway cannot be started', {
      where: config,
      found: cause instanceof Error ? cause.message : String(cause),
      hint: 'mend what is named, then start it again',
      cause,
    })
  }
}

function describe(event: GatewayEvent): string {
  if (event.kind === 'bridge') return `bridge   ${event.text}`
  if (event.kind === 'agent') return `agent    ${event.session}  ${event.text}`
  const { kind: _, route, status, ...rest } = event
  const notes = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [`${status}      ${route}`, ...notes].join('  ')
}
