import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))
const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

/** Start the Chromium of the lockfile, which is unpacked once. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await unpack(),
    // Who runs the tests in a container is root there, for whom its sandbox does not start; pages are from this disk.
    chromiumSandbox: false,
    args: ['--headless=shell', '--disable-gpu', '--font-render-hinting=none'],
  })

async function unpack(): Promise<string> {
  // The lockfile's version is in the name: another one is another file.
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  const path = join(CACHE, `chromium-${version}`)
  if (existsSync(path)) return path
  mkdirSync(CACHE, { recursive: true })
  const partial = `${path}.${process.pid}`
  await pipeline(
    createReadStream(join(PACKAGE, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(partial),
  )
  chmodSync(partial, 0o755)
  // Two runs at once unpack the same bytes: whichever comes last leaves a whole file.
  renameSync(partial, path)
  return path
}
