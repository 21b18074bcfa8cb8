/** Why an account is not moved, and what the operator can do. It stays in its lane, as if nothing had happened. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** PostgreSQL went away during the commit, so that the account may be in either lane. Both have everything. */
export class MoveUncertain extends Error {
  override readonly name = 'MoveUncertain';
}
