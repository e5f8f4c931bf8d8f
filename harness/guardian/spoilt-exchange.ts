import { hashGuardianRequest } from '../../tools/safety/guardian/guardian.ts'
import type { ExchangeLine } from '../../tools/safety/guardian/guardian-client.ts'
import { decodeGuardianLine, encodeGuardianAnswer } from '../../tools/safety/guardian/guardian-wire.ts'
import { keyAccount } from '../key-account.ts'
import { exchangeOverSocket } from './exchange-line.ts'
import type { GuardianMode } from './guardian-mode.ts'
import type { GuardianSeat } from './guardian-seat.ts'
import type { ScenarioGuardianOptions } from './scenario-guardian.ts'

/**
 * Create the agent's way to the guardian, with the fault that a mode asks for on the way or in the process.
 *
 * @param expire - lets the time run out that the client gives the guardian
 */
export const createSpoiltExchange =
  (
    { host, setup }: ScenarioGuardianOptions,
    readMode: () => GuardianMode,
    reach: GuardianSeat['reach'],
    expire: () => void,
  ): ExchangeLine =>
  async (line, signal) => {
    if (readMode() === 'down') return exchangeOverSocket(host.emptyPath)(line, signal)
    const guardian = await reach()
    const ask = (asked = line) => exchangeOverSocket(guardian.socketPath)(asked, signal)
    switch (readMode()) {
      case 'other-bytes':
        return ask(spoil(line))
      case 'garbage':
        return (await ask()).slice(0, 20)
      case 'slow': {
        const answer = await ask()
        expire()
        return answer
      }
      case 'hung':
        guardian.pause()
        return exchangeOverSocket(guardian.socketPath, expire)(line, signal)
      case 'killed':
        guardian.pause()
        return exchangeOverSocket(guardian.socketPath, () => void guardian.kill())(line, signal)
      case 'signs-all': {
        const asked = decodeGuardianLine(line)
        if ('pause' in asked || 'look' in asked) return ask()
        const hash = hashGuardianRequest(asked)
        return encodeGuardianAnswer({ signature: await keyAccount(setup.privateKey).sign({ hash }) })
      }
      default:
        return ask()
    }
  }

/** Change one bit of what the guardian is asked to sign, or of the account that it is asked to pause. */
function spoil(line: string): string {
  const request = JSON.parse(line) as { permitId: string } | { pause: { account: string } }
  return JSON.stringify(
    'pause' in request
      ? { pause: { ...request.pause, account: flip(request.pause.account.toLowerCase()) } }
      : { ...request, permitId: flip(request.permitId) },
  )
}

const flip = (hex: string) => hex.slice(0, -1) + (Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16)
