/** Write the name of a file on one line: one that would break the line, or looks quoted, is quoted as JSON. */
export const writeName = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what breaks a line
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|^["[]/.test(name) ? JSON.stringify(name) : name
