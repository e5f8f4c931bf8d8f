import { connect } from 'node:net'
import type { ExchangeLine } from '../../tools/safety/guardian/guardian-client.ts'
import { readLine } from './read-line.ts'

/**
 * Exchange one line for one line over a unix socket.
 *
 * @param onSent - told when the line has left
 */
export const exchangeOverSocket =
  (path: string, onSent: () => void = () => undefined): ExchangeLine =>
  async (line, signal) => {
    const socket = connect({ path })
    const giveUp = () => socket.destroy()
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    try {
      const answer = readLine(socket)
      socket.write(`${line}\n`, (error) => error ?? onSent())
      return await answer
    } catch (cause) {
      const { code } = cause as { code?: string }
      // The message of the system names the path, which is different in every run.
      throw code === undefined ? cause : new Error(`the connection failed (${code})`, { cause })
    } finally {
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
    }
  }
