/** What applies to every method, at the top of the description. */
export function introduction(publicUrl: string): string {
  return `An open, self-hosted collaboration service: workspaces, files, tasks, time, tags and users.

**Authentication.** Every method needs an OAuth 2.0 access token in the header \`Authorization: Bearer …\`. To get one, a client signs a JWT with its private key (RS256) and posts it as \`assertion\`, with the \`grant_type\` \`urn:ietf:params:oauth:grant-type:jwt-bearer\`, to \`${publicUrl}/oauth2/token\`. The response holds \`access_token\` and its lifetime \`expires_in\` in seconds.

**Methods.** HEAD works wherever GET does and returns the same headers without a body. OPTIONS returns 204; any other method that a path does not support returns 405. Both list the supported methods in \`Allow\`.

**Records** have an \`id\` of 22 letters and digits, and their fields in \`details\`. Request bodies that create or change them are flat: just the fields.

**Lists** are read page by page by following \`links\`.

**Responses may grow.** Ignore members you do not know, and expect new values where \`x-extensible-enum\` lists the current ones.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`, and report everything that is wrong with a request at once. Clients in compatibility mode get only the message, as \`text/plain\`, and their unknown parameters and members are ignored. A request whose headers are too large gets a 431, whatever its path.`
}
