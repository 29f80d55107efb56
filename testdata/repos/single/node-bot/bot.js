const { Client, GatewayIntentBits } = require('discord.js');

const client = new Client({ intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] });

client.on('messageCreate', (message) => {
  if (message.content === '!roll') message.reply(String(1 + Math.floor(Math.random() * 6)));
});

client.login(process.env.DISCORD_TOKEN);
