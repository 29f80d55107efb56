import os

import discord

client = discord.Client(intents=discord.Intents.default())


@client.event
async def on_message(message):
    if message.content == "!ping":
        await message.channel.send("pong")


client.run(os.environ["DISCORD_TOKEN"])
