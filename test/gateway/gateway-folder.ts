import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder with a gateway's config and plugins. */
export function createGatewayFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gateway-'))
  const write = (name: string, text: string | Uint8Array) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  return {
    folder,
    write,
    listBridges: () => readdirSync(join(folder, '.gateway')).filter((name) => name.startsWith('bridge-')),
    readOutbox: (session: string) =>
      readFileSync(join(folder, 'outbox', session, 'messages.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map(
          (line) => JSON.parse(line) as { id: string; text: string; media?: { file: string; type: string } },
        ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
