import { stripVTControlCharacters } from 'node:util'
import { createRedactor } from './create-redactor.ts'
import { redactUrls } from './redact-url.ts'

/** What anvil prints. */
export interface AnvilOutput {
  add(message: string): void
  clear(): void
  /** The last lines, to explain a failure. */
  lines(): readonly string[]
  /** The port on which it says that it listens; 0 before. */
  readPort(): number
}

/** Lines of output that are kept to explain a failure. */
const KEPT_LINES = 20

/** "  9: anvil::eth::…" and "     at <unknown source file>" */
const STACK_FRAME = /^\s*(\d+: |at )/

/** Collect what anvil prints, without the key in its upstream's URL. */
export function createAnvilOutput(forkUrl: string | undefined): AnvilOutput {
  const redact = forkUrl !== undefined && URL.canParse(forkUrl) ? createRedactor(forkUrl) : redactUrls
  let text = ''
  let port = 0
  return {
    add(message: string) {
      text += stripVTControlCharacters(message)
      port ||= Number(/Listening on \S+:(\d+)\s/.exec(text)?.[1] ?? 0)
      // A panic says why in its first lines and then prints dozens of frames.
      const lines = text.split('\n')
      text = [
        ...lines
          .slice(0, -1)
          .filter((line) => !STACK_FRAME.test(line))
          .slice(-KEPT_LINES),
        lines.at(-1),
      ].join('\n')
    },
    clear() {
      text = ''
    },
    lines: () =>
      redact(text)
        .split('\n')
        .filter((line) => line.trim() !== ''),
    readPort: () => port,
  }
}
