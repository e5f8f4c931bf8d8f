/** How the command line is called from the project's folder: by its path, so that no registry is asked for its name. */
export const PROGRAM = './bin/assay.mjs'

/** Quote a word of a command for a shell. */
export function quoteWord(word: string): string {
  if (!/["$`\\!\n]/.test(word)) return `"${word}"`
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** Write the option of a seed, which may be any text. */
export const seedOption = (seed: string): string =>
  `--seed ${/^[\w.:-]+$/.test(seed) ? seed : quoteWord(seed)}`

/** Write the command that runs a scenario again. */
export const replayCommand = (id: string, seed: string, options = ''): string =>
  `${PROGRAM} replay ${quoteWord(id)} ${seedOption(seed)}${options}`
