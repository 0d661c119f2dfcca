/** Lets the parent ask a server process for the processor time it has used. */
export function tellCpu(): void {
  process.on('message', () => {
    const { system, user } = process.cpuUsage();
    process.send?.({ cpuUs: user + system });
  });
}
