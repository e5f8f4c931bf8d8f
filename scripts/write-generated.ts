import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Write a generated JSON file that is not as it should be; with `--check` say so instead, and fail. */
export function writeGenerated(path: string, content: unknown): void {
  const text = `${JSON.stringify(content, null, 2)}\n`
  const isFresh = existsSync(path) && readFileSync(path, 'utf8') === text
  if (!isFresh && process.argv.includes('--check')) {
    console.error(`${path} is stale\n  do: npm run generate`)
    process.exitCode = 1
  } else if (!isFresh) writeFileSync(path, text)
}
