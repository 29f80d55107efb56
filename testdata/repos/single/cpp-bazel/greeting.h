#pragma once

#include <string>

std::string Greeting(const std::string& name);
