/**
 * Whether a property says something new: the same JSON in a fresh object, as every frame of a
 * server brings, neither glides nor speaks again.
 * @param {unknown} value
 * @param {unknown} old
 */
export const jsonChanged = (value, old) => value !== old && JSON.stringify(value) !== JSON.stringify(old);
