import { closeSync, existsSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'
import * as Keystore from 'ox/Keystore'
import { type Hex, hexToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { HarnessError } from '../../errors.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { Interrupted } from '../interrupted.ts'
import type { CliIo } from '../io.ts'

/** Fewest characters of a password: the file may be copied and tried at leisure. */
const MIN_PASSWORD = 12

/**
 * Make a new key and write it to a file, encrypted with a password from stdin (first line) or a prompt.
 *
 * Prints the address. The file is readable by its owner alone; one that exists is never written over.
 */
export async function keystoreNew(path: string, io: CliIo): Promise<number> {
  if (existsSync(path)) throw exists(path)
  const password = await readPassword(process.stdin)
  if (password.length < MIN_PASSWORD) {
    throw new HarnessError('BAD_USAGE', 'the password is too short', {
      expected: `at least ${MIN_PASSWORD} characters`,
      found: `${password.length}`,
      hint: 'give a longer one on stdin or at the prompt',
    })
  }
  const secret = generatePrivateKey()
  const address = privateKeyToAddress(secret)
  writeOnce(path, JSON.stringify(encrypt(secret, password, address)))
  io.print(address)
  return EXIT_CODES.pass
}

/** Encrypt a key as geth's standard does, so that its tools read the file too. */
function encrypt(secret: Hex, password: string, address: string) {
  const [key, options] = Keystore.scrypt({ password, n: 262_144, r: 8, p: 1 })
  const bytes = hexToBytes(secret)
  try {
    return { address: address.slice(2).toLowerCase(), ...Keystore.encrypt(bytes, key, options) }
  } finally {
    bytes.fill(0)
  }
}

function writeOnce(path: string, text: string): void {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw exists(path)
    throw new HarnessError('BAD_USAGE', 'the keystore cannot be written', {
      where: path,
      found: (cause as Error).message,
      hint: 'give a path in a folder that exists and can be written',
      cause,
    })
  }
  try {
    writeSync(file, text)
    fsyncSync(file)
  } catch (cause) {
    unlinkSync(path)
    throw cause
  } finally {
    closeSync(file)
  }
}

const exists = (path: string) =>
  new HarnessError('BAD_USAGE', 'the file exists and may hold a key', {
    where: path,
    hint: 'give another path, or move the file away',
  })

/** Read the first line of stdin; a terminal is prompted twice and shows nothing of what is typed. */
async function readPassword(stdin: Readable & { isTTY?: boolean }): Promise<string> {
  if (!stdin.isTTY) return (await readLines(stdin, 1, undefined))[0] ?? ''
  const [first = '', second] = await readLines(stdin, 2, ['password: ', 'again: '])
  if (first === second) return first
  throw new HarnessError('BAD_USAGE', 'the two passwords differ', { hint: 'try again' })
}

function readLines(
  input: Readable,
  count: number,
  prompts: readonly string[] | undefined,
): Promise<string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines: string[] = []
  const reader = createInterface({ input, output: silent, terminal: prompts !== undefined })
  const prompt = () => {
    if (prompts) process.stderr.write(`${lines.length > 0 ? '\n' : ''}${prompts[lines.length] ?? ''}`)
  }
  prompt()
  return new Promise((resolve, reject) => {
    // A terminal that shows nothing of what is typed makes no signal of Ctrl-C.
    reader.on('SIGINT', () => {
      reject(new Interrupted('SIGINT'))
      reader.close()
    })
    reader.on('line', (line) => {
      lines.push(line)
      if (lines.length < count) prompt()
      else reader.close()
    })
    reader.on('close', () => {
      if (prompts) process.stderr.write('\n')
      resolve(lines)
    })
  })
}
