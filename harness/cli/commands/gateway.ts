import { readGatewayFile } from '../../../bin/gateway/gateway-file.ts'
import { runGateway, takeToken } from '../../../bin/gateway/run-gateway.ts'
import type { GatewayEvent } from '../../../tools/gateway/gateway.ts'
import { MIN_TOKEN_LENGTH } from '../../../tools/gateway/tokens.ts'
import { HarnessError } from '../../errors.ts'
import { EXIT_CODES } from '../exit-codes.ts'
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
  const running = await start(config, token, (event) => io.progress(describe(event)))
  try {
    io.print(`gateway  ${running.url}`)
    io.print(`tools    ${running.tools.join(', ')}`)
    io.print(`bridged  ${running.bridged.join(', ') || 'none'}`)
    for (const [session, { pid }] of running.agents) io.print(`agent    ${session}  pid ${pid}`)
    io.progress('Ctrl-C stops the gateway and its agents')
    if (!io.signal.aborted) {
      await new Promise<void>((resolve) => {
        io.signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  } finally {
    await running.stop()
  }
  return EXIT_CODES.pass
}

async function start(config: string, token: string, onEvent: (event: GatewayEvent) => void) {
  try {
    return await runGateway(readGatewayFile(config), token, onEvent)
  } catch (cause) {
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
