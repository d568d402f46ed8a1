/** What holds for every method, said once at the head of the description. */
export function introduction(publicUrl: string): string {
  return `An open, self-hosted collaboration service: workspaces, files, tasks, time, tags and users.

**Authentication.** Every method needs an OAuth 2.0 access token in the header \`Authorization: Bearer …\`. A client gets one by signing a JWT with its private key (RS256) and posting it as \`assertion\`, with the \`grant_type\` \`urn:ietf:params:oauth:grant-type:jwt-bearer\`, to \`${publicUrl}/oauth2/token\`; the answer holds \`access_token\` and its lifetime \`expires_in\` in seconds.

**Methods.** HEAD works wherever GET does and answers the same without a body. OPTIONS answers 204; any other method that a path does not take is a 405; both name in \`Allow\` what it takes.

**Records** have an \`id\` of 22 letters and digits, and their fields in \`details\`. Bodies that create or change them are flat: the fields themselves.

**Lists** are read page by page by following \`links\`.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`; all that is wrong with a request is named at once. Clients in compatibility mode get the message alone as \`text/plain\`, and unknown parameters and members of theirs are ignored. A request whose headers are too large is a 431, whatever its path.`
}
