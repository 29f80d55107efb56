#pragma once

#include <ctime>
#include <string>

std::string format(std::time_t moment);
